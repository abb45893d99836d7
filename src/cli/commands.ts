import type { FlagName, Given } from './given'

/** One row per command. The code of each is a file of its own, loaded when the command runs. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** What stands after the name: `['<file>', 'the file to check']`. */
  readonly words?: readonly (readonly [word: string, text: string])[]
  /** Options of the sandbox and its servers, by the heading under which the help shows them. */
  readonly options: Readonly<Record<string, readonly FlagName[]>>
  /** Options of this command alone: they have no environment variable. */
  readonly own?: readonly (readonly [flag: string, text: string])[]
  readonly load: () => Promise<(given: Given) => Promise<void>>
}

export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Start the API server and the vault server (the default command)',
    options: {
      'Where it listens:': ['port', 'vaultPort', 'host'],
      'Keys and answers:': ['publicKey', 'secretKey', 'headerPrefix', 'baseUrl', 'vaultUrl'],
      'Clock and ids:': ['now', 'freeze', 'randomSeed'],
      'The process:': ['log', 'detach'],
    },
    load: async () => (await import('./serve')).serve,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI 3.1 document of the service',
    options: { 'What it says:': ['baseUrl', 'vaultUrl', 'headerPrefix'] },
    own: [
      ['--yaml', 'as YAML'],
      ['--json', 'as JSON (the default)'],
      ['--out <file>', 'into a file, as its ending says unless told'],
    ],
    load: async () => (await import('./openapi')).openapi,
  },
]

export const defaultCommand = 'serve'

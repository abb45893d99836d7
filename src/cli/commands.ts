import type { FlagName, Given } from './given'

/** One row per command. The code of each is a file of its own, loaded when the command runs. */
export interface Command {
  readonly name: string
  readonly summary: string
  /** By the heading under which the help shows them. */
  readonly options: Readonly<Record<string, readonly FlagName[]>>
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
]

export const defaultCommand = 'serve'

/** The runtimes on which the package has to work, and the clients beside it: the one place where versions are pinned. */
import { platform } from 'node:process'

const { arch } = process

/** The registry has a package of Node's program for each system; the package "node" fetches it by a script. */
const nodeFor = (version) => {
  const system = platform === 'win32' ? 'win' : platform
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${system}-${arch}`
  return {
    version,
    install: `${name}@${version}`,
    holder: name,
    program: platform === 'win32' ? 'bin/node.exe' : 'bin/node',
  }
}

/**
 * `install` is what npm fetches, `holder` the scope or package in which the `program` is then; `args` come before the
 * file that it runs.
 */
export const runtimes = [
  { name: 'Node 20', ...nodeFor('20.20.2'), args: [] },
  { name: 'Node 22', ...nodeFor('22.23.3'), args: [] },
  { name: 'Node 24', ...nodeFor('24.21.0'), args: [] },
  { name: 'Node 26', ...nodeFor('26.12.1'), args: [] },
  { name: 'Bun', install: 'bun@1.4.5', holder: '@oven', program: 'bin/bun', args: [] },
  {
    name: 'Deno',
    install: 'deno@2.9.6',
    holder: '@deno',
    program: 'deno',
    args: ['run', '--allow-all', '--quiet'],
  },
]

const nodes = runtimes.filter(({ version }) => version !== undefined)

/** What every change is tested with; `npm run drill -- runtimes` also takes the Nodes between the first and the last. */
export const outermost = runtimes.filter(
  (one) => one.version === undefined || one === nodes.at(0) || one === nodes.at(-1),
)

/** The version of the newest Node. */
export const newestNode = nodes.at(-1).version

/** Clients whose calls are intercepted, by the folder of the project that they are installed in. */
export const clients = {
  '.': [
    'undici-6@npm:undici@6.29.1',
    'undici-7@npm:undici@7.30.2',
    'undici-8@npm:undici@8.13.1',
    'msw@2.15.0',
  ],
  'with-msw-3': ['msw@3.0.5'],
}

/** What takes half of the time, and is there where all runtimes are asked for. */
export const slowClients = {
  'with-loaders': [
    'ts-node@10.9.2',
    'typescript@5.9.3',
    '@swc-node/register@1.12.1',
    '@swc/core@1.16.22',
    '@babel/register@7.29.13',
    '@babel/core@7.29.13',
    '@babel/preset-typescript@7.29.7',
    'tsx@4.23.15',
    'source-map-support@0.5.21',
  ],
  // What a user gets today, whose ranges of peers npm must accept.
  newest: ['vitest@latest', 'jest@latest', 'msw@latest', '@playwright/test@latest'],
}

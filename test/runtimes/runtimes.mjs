/** The runtimes on which the package has to work: the one place where their versions are pinned. */
import { platform } from 'node:process'

const { arch } = process

/** The registry has a package of Node's program for each system; the package "node" fetches it by a script. */
const nodeFor = (version) => {
  const system = platform === 'win32' ? 'win' : platform
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${system}-${arch}`
  return {
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
  { name: 'Bun', install: 'bun@1.4.5', holder: '@oven', program: 'bin/bun', args: [] },
  {
    name: 'Deno',
    install: 'deno@2.9.6',
    holder: '@deno',
    program: 'deno',
    args: ['run', '--allow-all', '--quiet'],
  },
]

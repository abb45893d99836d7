import { execSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { atMost, type Row } from './table'

const bytesIn = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
    : statSync(path).size

interface Lock {
  readonly packages: { readonly [path: string]: { readonly dev?: boolean; readonly optional?: boolean } }
}

const mega = 1024 * 1024

/** What a user installs: this package and what it depends on, as the lock file says. */
export const installRows = (): readonly Row[] => {
  const [packed] = JSON.parse(
    execSync('npm pack --dry-run --json --ignore-scripts', { encoding: 'utf8' }),
  ) as {
    size: number
    unpackedSize: number
  }[]
  if (packed === undefined) throw new Error('npm pack said nothing')
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const needed = Object.entries(packages).flatMap(([path, { dev, optional }]) =>
    path === '' || dev === true || optional === true ? [] : [path],
  )
  const bytes = needed.reduce((sum, path) => sum + bytesIn(path), packed.unpackedSize)
  const figure = { limit: null, ratio: null } as const
  return [
    { what: 'npm pack', unit: 'MB', ...figure, ours: packed.size / mega, gate: null, aim: null },
    { what: 'installed', unit: 'MB', ...figure, ours: bytes / mega, gate: atMost(10), aim: atMost(1) },
    {
      what: 'installed',
      unit: 'packages',
      ...figure,
      ours: needed.length + 1,
      gate: atMost(5),
      aim: atMost(1),
    },
  ]
}

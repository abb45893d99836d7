/** The licences of the packages whose code is in the bundles: each licence requires that it comes with the code. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'rolldown'

/** tsup adds helpers of its own to what it builds, where they are used: no plugin of rolldown sees them. */
const folders = new Set(['node_modules/tsup'])

const noticeOf = (folder: string): string => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version}, ${license}\n\n${file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()}\n`
}

/** Writes `dist/LICENSES.txt`, with all that this and the builds before it took in. */
export const licences: Plugin = {
  name: 'licences',
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]
      if (folder !== undefined) folders.add(relative('.', folder))
    }
    mkdirSync('dist', { recursive: true })
    const notices = [...folders].map(noticeOf).sort()
    writeFileSync(join('dist', 'LICENSES.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`))
  },
}

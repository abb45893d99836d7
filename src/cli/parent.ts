/** Which processes a server was started by, so that it does not outlive them. */
export interface ProcessTable {
  /** The parent of a running process; `null` when there is no such process, or only its remains (a zombie). */
  parentOf(pid: number): number | null
  /** The words of its command line. */
  commandOf(pid: number): readonly string[]
}

/**
 * The ancestors to watch, nearest first: up to the first that is more than a wrapper, that one included. A wrapper
 * counts as well: who ends `npx payment-sandbox` ends only npx, and means the server. Nothing when init started it.
 */
export const startersOf = (self: number, table: ProcessTable): number[] => {
  const starters: number[] = []
  for (let pid = table.parentOf(self); pid !== null && !isInit(pid); pid = table.parentOf(pid)) {
    if (starters.includes(pid)) break
    starters.push(pid)
    if (!isWrapper(table.commandOf(pid))) break
  }
  return starters
}

/** Whether one of them has ended: it is gone, or its child has another parent now. */
export const hasLost = (self: number, starters: readonly number[], table: ProcessTable): boolean => {
  const last = starters.at(-1)
  if (last === undefined) return false
  const children = [self, ...starters.slice(0, -1)]
  return children.some((child, i) => table.parentOf(child) !== starters[i]) || table.parentOf(last) === null
}

/** Init, or what takes its place in a container; 0 is the kernel's own, or beyond the container. */
const isInit = (pid: number): boolean => pid <= 1

const shells = /^-?(?:ba|da|z|k|a|fi)?sh$/
const packageManagers =
  /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|bunx?|corepack)(?:-cli)?(?:-[\d.]+)?(?:\.[cm]?js)?$/

/** A process that only passes the call on: `sh -c …`, npx, npm and its relatives. */
export const isWrapper = ([program = '', ...rest]: readonly string[]): boolean => {
  // npm renames its process to what it was asked for: `npm exec payment-sandbox`, in one word.
  if (packageManagers.test(program.split(' ')[0] ?? '')) return true
  const name = baseName(program)
  if (shells.test(name)) return /^-\w*c/.test(rest[0] ?? '')
  const script = /^node(?:js)?$/.test(name) ? rest.find((word) => !word.startsWith('-')) : program
  return packageManagers.test(baseName(script ?? ''))
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const pollMs = 1000

/** Calls `lost` once, when one of those that started this process has gone. Keeps no process alive. */
export const watchStarters = (self: number, table: ProcessTable, lost: () => void): void => {
  const starters = startersOf(self, table)
  if (starters.length === 0) return
  const timer = setInterval(() => {
    if (!hasLost(self, starters, table)) return
    clearInterval(timer)
    lost()
  }, pollMs).unref()
}

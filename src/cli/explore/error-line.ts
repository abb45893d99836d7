/** What a failed command printed, in one line: the first that says what was wrong. */
import { printable, quoted } from '../../suites/wording'

/** The end of what a command printed. */
export interface Printed {
  /** On both outputs, as it came. */
  readonly output: string
  /** On the standard error. */
  readonly errors: string
}

const titleMax = 100

/** How test runners and languages say what was wrong, the surest first. Each captures the line; `g`: the last one counts. */
const forms: readonly RegExp[] = [
  // pytest: `E       AssertionError: order A-1 was charged twice`
  /^E {3,}(?!\d+ \/ \d+ )(?:AssertionError: )?(\S.*)$/m,
  // TAP, as `node --test` prints it: `error: |-`, and the message below, or `error: 'the message'`
  /^ *not ok .*\n *---\n(?:(?! *(?:\.\.\.$|not ok )).*\n)*? *error: (?:[|>]-?\n *)?(\S.*)$/m,
  // Jest, of an assertion of Node: `Message:`, and its own message below
  /^ *● (?!Console$).+\n\n(?:(?! *●).*\n)*? *Message:\n *(\S.*)$/m,
  // Jest: `● checkout › charges once`, an empty line, the message
  /^ *● (?!Console$).+\n\n *(\S.*)$/m,
  // Playwright: `1) shop.spec.js:3:1 › charges once ───`, an empty line, the message
  /^ *\d+\) [^›\n]*›.*\n\n *(?:Error: )?(\S.*)$/m,
  // PHPUnit: `1) ShopTest::testChargesOnce`, the message
  /^\d+\) \S+::.+\n(\S.*)$/m,
  // unittest: the message below the values that differ
  /^AssertionError: .*\n(?:[-+?] .*\n)* : (\S.*)$/m,
  // node:assert, chai, vitest, unittest
  /^ *(?:Uncaught )?(?:[\w.]+\.)?AssertionError(?: \[\w+\])?: (\S.*)$/m,
  // Node, of what was rejected that is not an error
  /rejected with the reason "(.+)"\.$/m,
  // Python: the end of the last traceback
  /^Traceback \(most recent call last\):\n(?: .*\n)*(\S.*)$/gm,
  // Node, of what was thrown: a caret below the line of source
  /^[\t ]*\^+\n\n?(\S.*)$/m,
  /^(?:PHP )?Fatal error: +Uncaught (.+?) in \S+:\d+$/m,
  // The last error that a program printed itself: earlier ones it may have handled
  /^((?:Uncaught )?[\w.]*(?:Error|Exception)\b.*:.*)$/gm,
  /^(FAIL(?:ED|URE)?\b.*\w.*)$/m,
  // `node --test` for people: below the name of the test
  /^ +([\w.]*(?:Error|Exception)(?: \[\w+\])?: .*)$/m,
  /^ *([✖✗✘❌].*)$/m,
]

/** Lines that say where, or what a package manager or Node says about any failure. */
const noise =
  /^\s+at |^Node\.js v|^\(node:\d+\)|^\(Use `node |^npm (?:error|ERR!)|^error Command failed|ELIFECYCLE|^make: |^[\s{}()[\]^]*$/

/** The last line that is not indented: what is indented goes on with the line above. */
const lastLine = (text: string): string | undefined => {
  const lines = text.split('\n').filter((line) => !noise.test(line))
  return lines.findLast((line) => /^\S/.test(line)) ?? lines.at(-1)
}

/** A message whose first line says what was compared, and the lines below it with what result. */
const isHeading = /:$|^expect\(|^assert\.\w+\(/

/** Where a message ends: a frame, a piece of source, or the next property. */
const isEnd = /^\s*at |^\s*(?:> )?\d+ \||^\s*(?:code|stack|Call log):|^\s*❯ |^---|^test at /

const legend = /^\s*(?:[-+] (?:Expected|Received)(?: +[-+] \d+)?|[-+] actual [-+] expected)$/

const detailsMax = 4

/** The values that differ, of the lines below a heading. */
const detailsIn = (below: string): readonly string[] => {
  const all = below.split('\n').slice(1)
  const end = all.findIndex((line) => isEnd.test(line))
  const lines = all
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => line.trim() !== '' && !legend.test(line))
  const changed = lines.filter((line) => /^\s*[-+] /.test(line))
  const named = lines.filter((line) => /^\s*(?:Expected|Received)\b.*: *\S/.test(line))
  return (changed.length > 0 ? changed : named.length > 0 ? named : lines).slice(0, detailsMax)
}

const withDetails = (heading: string, below: string): string =>
  detailsIn(below).reduce((text, line, i) => {
    const isFirst = i === 0 && !text.endsWith(':')
    return `${text}${isFirst ? ':' : text.endsWith(':') ? '' : ','} ${line.trim().replace(/,$/, '')}`
  }, heading)

/** YAML has texts in quotation marks. */
const unquoted = (line: string): string =>
  /^'(?:[^']|'')*'$/.test(line) ? line.slice(1, -1).replaceAll("''", "'") : line

/** At most 100 letters, without control characters; `null` for a command that printed nothing. */
export const errorLineIn = (printed: Printed): string | null => {
  const output = printable(printed.output)
  for (const form of forms) {
    const found = form.global ? [...output.matchAll(form)].at(-1) : output.match(form)
    const line = unquoted(found?.[1]?.trim() ?? '')
    if (!found || line === '') continue
    const end = (found.index ?? 0) + found[0].length
    const text = isHeading.test(line) ? withDetails(line, output.slice(end)) : line
    return quoted(text, titleMax)
  }
  const line = lastLine(printable(printed.errors)) ?? lastLine(output)
  return line === undefined ? null : quoted(line, titleMax)
}

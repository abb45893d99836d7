/** The step of a run that broke a rule. A report marks this step and that of the fault. */
import type { StoryEntry } from './story'

/** What a report knows of a finding. */
interface BrokenRule {
  readonly rule: string
  readonly message: string
}

const ids = /\b[a-z]+_(?:test_)?[\da-z]{19,}\b/g

/** The calls that break these rules, by their names. */
const breaking: Readonly<Record<string, RegExp>> = {
  'double-charge': /^POST \/charges #/,
  'more-money': /^POST \/charges(?:\/:id\/capture)? #/,
  'double-refund': /^POST \/charges\/:id\/refunds #/,
  'retried-decline': /^POST \/charges #/,
  'wrong-amount': /^POST \/charges #/,
}

const isDone = (entry: StoryEntry): boolean => 'result' in entry && /^2\d\d\b/.test(entry.result)

/** `null` where no step shows it: what a shop believes in the end is none. */
export const brokenStep = (
  entries: readonly StoryEntry[],
  { rule, message }: BrokenRule,
): StoryEntry | null => {
  // Of a command: its end.
  if (rule === 'check')
    return entries.findLast((entry) => entry.type === 'note' && message.startsWith(entry.text)) ?? null
  if (rule === 'hung') return entries.findLast((entry) => 'ended' in entry && entry.ended === null) ?? null
  if (rule === 'forged')
    return (
      entries.find((entry) => entry.type === 'delivery' && entry.what === 'forged' && isDone(entry)) ?? null
    )
  const calls = breaking[rule]
  if (calls === undefined) return null
  const struck = entries.find(({ type }) => type === 'fault')?.began ?? 0
  const candidates = entries.filter((entry) => entry.type === 'call' && calls.test(entry.name))
  const named = message.match(ids) ?? []
  // The charge that was one too many is the one that came last.
  const made = candidates.findLast((entry) =>
    named.some((id) => 'result' in entry && entry.result.includes(id)),
  )
  // Nothing that came before the fault was broken by it.
  if (made === undefined) return candidates.find((entry) => isDone(entry) && entry.began > struck) ?? null
  return rule === 'retried-decline' ? (candidates[candidates.indexOf(made) + 1] ?? null) : made
}

/** The steps that a report marks as those that broke the rules of a run. */
export const brokenSteps = (
  entries: readonly StoryEntry[],
  findings: readonly BrokenRule[],
): ReadonlySet<StoryEntry> => new Set(findings.flatMap((finding) => brokenStep(entries, finding) ?? []))

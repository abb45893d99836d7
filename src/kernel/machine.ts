import { type ErrorName, fail } from './errors'

/** State machines as tables: they serve requests, print the docs and generate the tests. */
export interface Refusal {
  readonly error: ErrorName
  readonly message?: string
}

export interface Rule<S extends string, A extends string, E extends string> {
  readonly on: A
  readonly from: readonly S[]
  readonly to: S
  readonly emits: readonly E[]
  /** What the other states answer: one refusal for all, then exceptions by state. */
  readonly otherwise: Refusal
  readonly except?: { readonly [K in S]?: Refusal }
  readonly spec: string
}

export interface Machine<S extends string, A extends string, E extends string> {
  readonly name: string
  readonly states: readonly S[]
  readonly final: readonly S[]
  readonly rules: readonly Rule<S, A, E>[]
}

/** For code that must not ask whose machine it is. */
export type AnyMachine = Machine<string, string, string>

export const machine = <const S extends string, const A extends string, const E extends string>(
  table: Machine<S, A, E>,
): Machine<S, A, E> => {
  const actions = table.rules.map((rule) => rule.on)
  if (new Set(actions).size !== actions.length) throw new Error(`${table.name}: an action has two rules`)
  return table
}

const ruleOf = <S extends string, A extends string, E extends string>(
  table: Machine<S, A, E>,
  action: A,
): Rule<S, A, E> => {
  const rule = table.rules.find((candidate) => candidate.on === action)
  if (rule === undefined) throw new Error(`${table.name} has no action ${action}`)
  return rule
}

/** What the table answers to an action in a state: the rule that moves it, or the refusal. */
export const look = <S extends string, A extends string, E extends string>(
  table: Machine<S, A, E>,
  state: S,
  action: A,
): Rule<S, A, E> | Refusal => {
  const rule = ruleOf(table, action)
  return rule.from.includes(state) ? rule : (rule.except?.[state] ?? rule.otherwise)
}

/** The rule that the action follows from this state; refuses with the table's error where there is none. */
export const step = <S extends string, A extends string, E extends string>(
  table: Machine<S, A, E>,
  state: S,
  action: A,
  context: Readonly<Record<string, string>> = {},
): Rule<S, A, E> => {
  const answer = look(table, state, action)
  if ('to' in answer) return answer
  throw fail(answer.error, { ...context }, answer.message)
}

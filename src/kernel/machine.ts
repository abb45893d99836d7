import { type ErrorName, fail } from './errors'

/** State machines as tables, from which requests, docs and tests are derived. */
export interface Refusal {
  readonly error: ErrorName
  readonly message?: string
}

export interface Rule<S extends string, A extends string, E extends string> {
  readonly on: A
  readonly from: readonly S[]
  readonly to: S
  readonly emits: readonly E[]
  /** The refusal in all other states, with exceptions by state. */
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

/** A machine of any resource. */
export type AnyMachine = Machine<string, string, string>

interface MachineTable<S extends string, A extends string, E extends string>
  extends Omit<Machine<S, A, E>, 'rules'> {
  /** The refusal of an action whose rule names none. */
  readonly otherwise: Refusal
  readonly rules: readonly (Omit<Rule<S, A, E>, 'otherwise'> & Partial<Pick<Rule<S, A, E>, 'otherwise'>>)[]
}

export const machine = <const S extends string, const A extends string, const E extends string>({
  otherwise,
  rules,
  ...table
}: MachineTable<S, A, E>): Machine<S, A, E> => {
  const actions = rules.map((rule) => rule.on)
  if (new Set(actions).size !== actions.length) throw new Error(`${table.name}: an action has two rules`)
  return { ...table, rules: rules.map((rule) => ({ otherwise, ...rule })) }
}

/** The table's answer to an action in a state: the rule of the move, or the refusal. */
export const look = <S extends string, A extends string, E extends string>(
  table: Machine<S, A, E>,
  state: S,
  action: A,
): Rule<S, A, E> | Refusal => {
  for (const rule of table.rules)
    if (rule.on === action) return rule.from.includes(state) ? rule : (rule.except?.[state] ?? rule.otherwise)
  throw new Error(`${table.name} has no action ${action}`)
}

/** The rule of the action in this state. @throws ApiError from the table when there is none */
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

/** Whether the action has a rule in this state. */
export const allows = <S extends string, A extends string, E extends string>(
  table: Machine<S, A, E>,
  state: S,
  action: A,
): boolean => 'to' in look(table, state, action)

import { SandboxError } from '../../../kernel/sandbox-error'
import { meant, nearest } from '../../../kernel/text'
import { isPageKind, pageKinds } from '../../../sandbox/records/records'
import { defaultAccount } from '../../../service/accounts'
import { allNames } from '../../docs/content'
import { type Field, formNamesOf, formOf, type Operation, operationsOf } from '../../docs/operations'
import type { View } from '../frame/view'
import type { Here } from './curl'

/** An operation of the service or of the control plane. @throws SandboxError `not_found` */
export const operationIn = ({ docs }: View, topic: 'api' | 'control', id: string): Operation => {
  const operations =
    topic === 'api' ? operationsOf(docs.service()) : operationsOf(docs.control(), '/_sandbox')
  const operation = operations.find((one) => one.id === id)
  if (operation !== undefined) return operation
  const ids = operations.map((one) => one.id)
  throw unknownEntry(`there is no operation ${id.slice(0, 80)}`, id, ids)
}

/** The fields of an object that the service answers. @throws SandboxError `not_found` */
export const formIn = ({ docs }: View, name: string): readonly Field[] => {
  const fields = formOf(docs.service(), name)
  if (fields !== null) return fields
  throw unknownEntry(`there is no object ${name.slice(0, 80)}`, name, formNamesOf(docs.service()))
}

export const unknownTopic = (name: string): SandboxError =>
  new SandboxError('not_found', `there is no topic ${name.slice(0, 80)}${meant(name, allNames)}`)

/** @param otherwise ends the message where no name is near */
export const unknownEntry = (text: string, id: string, names: readonly string[], otherwise = '') => {
  const [near] = nearest(id, [...new Set(names)], 1)
  const hint = near === undefined ? otherwise : `: did you mean ${near}?`
  return new SandboxError('not_found', `${text}${hint}`)
}

/** @param known the names before an id in the addresses of pages */
export const unknownPage = ({ params: { topic = '', id = '' }, at }: View, known: readonly string[]) =>
  unknownEntry(`there is no page ${topic}/${id}`.slice(0, 80), topic, known, `: ${at('/docs')} leads to all`)

const newestIn = ({ mode }: View, kind: string): string | undefined => {
  if (kind === 'accounts') return defaultAccount
  // A used token cannot be used again.
  if (kind === 'tokens') return mode.tokens.list(({ used }) => !used, { last: 1 })[0]?.id
  return isPageKind(kind) ? mode[kind].last()?.id : undefined
}

/** What example commands are filled with: the newest records of the sandbox. */
export const hereOf = (view: View, topic: 'api' | 'control'): Here => {
  const isControl = topic === 'control'
  const { target } = view.docs
  return {
    ...target,
    newest: (kind) => newestIn(view, kind),
    newestLike: (prefix) =>
      pageKinds.map((name) => newestIn(view, name)).find((id) => id?.startsWith(`${prefix}_`) === true),
    asJson: isControl,
    asksForToken: isControl && target.asksForToken,
  }
}

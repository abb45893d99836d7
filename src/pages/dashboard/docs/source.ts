import { SandboxError } from '../../../kernel/sandbox-error'
import { nearest } from '../../../kernel/text'
import { isPageKind, pageKinds } from '../../../sandbox/records/records'
import { defaultAccount } from '../../../service/accounts'
import { allNames, type DocsSource, type Topic, type TopicName } from '../../docs/content'
import { type Field, formOf, type Operation, operationsOf } from '../../docs/operations'
import { topicOf } from '../../docs/topics'
import { shownKeys, type View } from '../frame/view'
import type { Here } from './curl'

/** The documentation of the sandbox that the page shows. */
export const sourceOf = (view: View): DocsSource => {
  const { sandbox, documents, asksForToken } = view
  return {
    target: { url: sandbox.url, vaultUrl: sandbox.vaultUrl, keys: shownKeys(view), asksForToken },
    ...documents,
  }
}

/** A topic about this sandbox. */
export const topicIn = (view: View, name: TopicName): Topic => topicOf(name, sourceOf(view))

/** An operation of the service or of the control plane. @throws SandboxError `not_found` */
export const operationIn = ({ documents }: View, topic: 'api' | 'control', id: string): Operation => {
  const operations =
    topic === 'api' ? operationsOf(documents.service()) : operationsOf(documents.control(), '/_sandbox')
  const operation = operations.find((one) => one.id === id)
  if (operation === undefined) throw new SandboxError('not_found', `there is no operation ${id.slice(0, 80)}`)
  return operation
}

/** The fields of an object that the service answers. @throws SandboxError `not_found` */
export const formIn = ({ documents }: View, name: string): readonly Field[] => {
  const fields = formOf(documents.service(), name)
  if (fields === null) throw new SandboxError('not_found', `there is no object ${name.slice(0, 80)}`)
  return fields
}

export const unknownTopic = (name: string): SandboxError =>
  new SandboxError('not_found', `there is no topic ${name.slice(0, 80)}: there are ${allNames.join(', ')}`)

/** @param otherwise ends the message where no name is near */
export const unknownEntry = (text: string, id: string, names: readonly string[], otherwise = '') => {
  const [near] = nearest(id, [...new Set(names)], 1)
  const hint = near === undefined ? otherwise : `: did you mean ${near}?`
  return new SandboxError('not_found', `${text}${hint}`)
}

const newestIn = ({ mode }: View, kind: string): string | undefined => {
  if (kind === 'accounts') return defaultAccount
  // A used token cannot be used again.
  if (kind === 'tokens') return mode.tokens.list(({ used }) => !used, { last: 1 })[0]?.id
  return isPageKind(kind) ? mode[kind].last()?.id : undefined
}

/** What example commands are filled with: the newest records of the sandbox. */
export const hereOf = (view: View, topic: 'api' | 'control'): Here => {
  const isControl = topic === 'control'
  return {
    url: view.sandbox.url,
    keys: shownKeys(view),
    newest: (kind) => newestIn(view, kind),
    newestLike: (prefix) =>
      pageKinds.map((name) => newestIn(view, name)).find((id) => id?.startsWith(`${prefix}_`) === true),
    asJson: isControl,
    asksForToken: isControl && view.asksForToken,
  }
}

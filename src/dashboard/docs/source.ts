import { defaultAccount } from '../../accounts'
import type { Topic } from '../../docs/content'
import { formsOf, type Operation, operationsOf } from '../../docs/operations'
import type { TopicName } from '../../docs/topic-names'
import { type DocsSource, topicOf } from '../../docs/topics'
import { recordNames } from '../../library/records/records'
import type { View } from '../frame/view'
import { shownKeys } from '../parts/curl'
import type { Here } from './curl'

/** The documentation of the sandbox that the page shows. */
const sourceOf = (view: View): DocsSource => {
  const { sandbox, documents, asksForToken } = view
  return {
    target: { url: sandbox.url, vaultUrl: sandbox.vaultUrl, keys: shownKeys(view), asksForToken },
    ...documents,
  }
}

/** The latest of each kind that was made: the next page of the same sandbox needs the same. */
const made = new Map<string, { readonly key: string; readonly value: unknown }>()

/** What `make` gives, made once as long as the key stays the same. */
const keptFor = <T>(name: string, key: string, make: () => T): T => {
  const last = made.get(name)
  if (last !== undefined && last.key === key) return last.value as T
  const value = make()
  made.set(name, { key, value })
  return value
}

const keyOf = (view: View): string => JSON.stringify(sourceOf(view).target)

/** A topic about this sandbox. */
export const topicIn = (view: View, name: TopicName): Topic =>
  keptFor(name, keyOf(view), () => topicOf(name, sourceOf(view)))

/** The operations of the service or of the control plane. */
export const operationsIn = (view: View, topic: 'api' | 'control'): readonly Operation[] =>
  keptFor(`operations of ${topic}`, keyOf(view), () =>
    operationsOf(topic === 'api' ? view.documents.service() : view.documents.control()),
  )

/** The objects that the service answers. */
export const formsIn = (view: View): ReturnType<typeof formsOf> =>
  keptFor('forms', keyOf(view), () => formsOf(view.documents.service()))

const newestIn = ({ mode }: View, kind: string): string | undefined => {
  if (kind === 'accounts') return defaultAccount
  // A used token cannot be used again.
  if (kind === 'tokens') return mode.tokens.list(({ used }) => !used, { last: 1 })[0]?.id
  const name = recordNames.find((own) => own === kind && own !== 'webhookSecrets')
  return name === undefined ? undefined : mode[name].last()?.id
}

/** What example commands are filled with: the newest records of the sandbox. */
export const hereOf = (view: View, topic: 'api' | 'control'): Here => {
  const isControl = topic === 'control'
  return {
    url: isControl ? `${view.sandbox.url}/_sandbox` : view.sandbox.url,
    keys: shownKeys(view),
    newest: (kind) => newestIn(view, kind),
    newestLike: (prefix) =>
      recordNames.map((name) => newestIn(view, name)).find((id) => id?.startsWith(`${prefix}_`) === true),
    asJson: isControl,
    asksForToken: isControl && view.asksForToken,
  }
}

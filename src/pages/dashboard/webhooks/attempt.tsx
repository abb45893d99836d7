import { fromBase64 } from '../../../kernel/base64'
import { gather, latest, rowsOf } from '../../../kernel/collection'
import { hmacHex } from '../../../kernel/digest'
import { type Delivery, deliveryOf } from '../../../sandbox/webhooks/delivery'
import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import { dispatchOf, repeatOf } from '../../../service/resources/webhook-delivery/operations'
import { webhookSecretsOf } from '../../../service/resources/webhook-secret/operations'
import { isFaultOfSandbox, spoiledByFault } from '../../../service/webhooks/attempt-faults'
import { refusalHint } from '../../../service/webhooks/refused'
import { secretKey, signatureHeaderNames, signedMessage } from '../../../service/webhooks/scheme'
import { quoted } from '../../docs/commands'
import { type Fact, Facts } from '../../facts'
import type { View } from '../frame/view'
import { isFailed } from '../parts/attempts'
import { Code, Json, Section } from '../parts/layout'
import { RecordLink, subjectOfEvent } from '../parts/links'
import { Send } from '../parts/send'
import { Status, Time } from '../parts/values'
import { attemptLine, nextText } from './attempts'

interface Signed {
  readonly timestamp: string
  readonly signatures: readonly string[]
}

/** `null` for a webhook without a signature. */
const signedOf = ({ parts }: View, { headers }: Delivery): Signed | null => {
  const names = signatureHeaderNames(parts.settings.headerPrefix.toLowerCase())
  const [timestamp, signature] = [names.timestamp, names.signature].map((name) => headers[name.toLowerCase()])
  if (timestamp === undefined || signature === undefined) return null
  return { timestamp, signatures: signature.split(',') }
}

/** The secret that made a signature; `null` where it is none of the present ones, or another body was signed. */
const secretBehind = (view: View, delivery: Delivery, { timestamp }: Signed, signature: string) => {
  const { secretEncoding } = view.parts.settings.profile
  const message = signedMessage(timestamp, delivery.payload)
  return (
    webhookSecretsOf(view.world).find(({ secret }) => {
      const key = secretKey(secret, secretEncoding)
      return key !== null && hmacHex(key, message) === signature
    })?.id ?? null
  )
}

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A command that makes this signature. */
const opensslLine = (view: View, delivery: Delivery, { timestamp }: Signed): string => {
  const secret = view.showsKeys ? (webhookSecretsOf(view.world)[0]?.secret ?? '') : null
  const isBase64 = view.parts.settings.profile.secretEncoding === 'base64'
  const bySecret = secret === null ? '-hmac "$WEBHOOK_SECRET"' : `-hmac ${quoted(secret)}`
  const key = isBase64 && secret !== null ? `-mac HMAC -macopt hexkey:${hexOf(fromBase64(secret))}` : bySecret
  return `printf %s ${quoted(`${timestamp}.${delivery.payload}`)} | openssl dgst -sha256 ${key}`
}

const libraryLines = `import { verifyWebhook } from 'payment-sandbox/webhooks'
const event = verifyWebhook({ body, headers: request.headers, secret: process.env.WEBHOOK_SECRET })`

const signatures = (view: View, delivery: Delivery, signed: Signed) => (
  <ul class="plain">
    {signed.signatures.map((signature) => {
      const secret = secretBehind(view, delivery, signed, signature)
      return (
        <li>
          <code class="id">{signature}</code>{' '}
          {secret === null ? (
            <span class="bad">with none of the current secrets, or over another body</span>
          ) : (
            <span class="good">
              by <a href={view.at(`/webhooks#${secret}`)}>{secret}</a>
            </span>
          )}
        </li>
      )
    })}
  </ul>
)

/** What was sent and signed, and how a receiver verifies it. */
const signing = (view: View, delivery: Delivery) => {
  const signed = signedOf(view, delivery)
  return (
    <Section name="What was sent and signed">
      <Facts
        look="facts headers"
        of={Object.entries(delivery.headers).map(([name, value]): Fact => [name, <code>{value}</code>])}
      />
      <Json id={`body-${delivery.id}`} name="Body" value={delivery.event} />
      {signed === null ? (
        <p class="bad">It has no signature.</p>
      ) : (
        <>
          <h4>{signed.signatures.length === 1 ? 'Signature' : 'Signatures'}, HMAC-SHA256 in hex</h4>
          {signatures(view, delivery, signed)}
          <details id={`verify-${delivery.id}`} class="json">
            <summary>How to verify it</summary>
            <Code text={libraryLines} what="the lines of a receiver" />
            <p>
              <a href={view.at('/docs/webhooks#receiving')}>Parameters, and reasons of a refusal</a>
            </p>
          </details>
          <details id={`signed-${delivery.id}`} class="json">
            <summary>The signature by hand, from the signed text</summary>
            <Code text={opensslLine(view, delivery, signed)} what="the command" />
          </details>
        </>
      )}
    </Section>
  )
}

const otherSecret = 'compare its secret with the one that signed: the signature below names it.'

/** What a receiver most likely means by an answer, and where its owner should look. */
const byStatus: Readonly<Record<number, string>> = {
  400: `The receiver could not use the request: often it checks the signature over a body that was parsed before. Or ${otherSecret}`,
  401: `The receiver refused the request: ${otherSecret}`,
  403: `The receiver refused the request: ${otherSecret}`,
  404: 'The receiver has nothing at this path: compare the address with the route in its code.',
  405: 'This path does not take POST: compare the address with the route in its code.',
  410: 'The receiver has nothing at this path any more: compare the address with the route in its code.',
  413: 'The receiver takes only smaller bodies.',
  429: 'The receiver cannot take so many requests at a time.',
}

/** The advice for an attempt that failed; `null` where the answer says nothing about the cause. */
const adviceFor = ({ status, error }: WebhookDeliveryRow): string | null => {
  if (error === spoiledByFault)
    return 'The receiver was right to refuse it: a fault of webhooks spoiled the signature.'
  if (isFaultOfSandbox(error)) return 'The receiver was not called: a fault of webhooks did this.'
  if (status === null)
    return error === 'timeout' ? 'The receiver was too slow: let it answer first and work later.' : null
  if (status >= 500) return 'The receiver failed while it worked: its own log says why.'
  return byStatus[status] ?? null
}

/** The most attempts of one event that are shown, the newest. */
const shown = 20

const sendings = { first: 'Sent first', resend: 'Sent again', copy: 'Copied by a fault' } as const

/** The request that caused an event, as long as the journal has it. */
const causeOf = ({ parts: { journal } }: View, event: string) => {
  const entry = journal?.entries().find(({ made }) => made.events.some(({ id }) => id === event))
  return entry === undefined ? null : { id: entry.id, text: `${entry.method} ${entry.path}` }
}

/** A resend begins anew: its attempts count from there. */
const numberText = (attempt: number, repeat: 'resend' | 'copy' | null): string => {
  if (repeat === null) return String(attempt)
  const sent = sendings[repeat].toLowerCase()
  return attempt === 1 && repeat === 'resend' ? sent : `${attempt} since it was ${sent}`
}

/** @param answer of the receiver, where it was no success and had a body */
const factsOf = (view: View, row: WebhookDeliveryRow, answer: Delivery['answer']): readonly Fact[] => {
  const [subject, cause] = [subjectOfEvent(view, row.event), causeOf(view, row.event)]
  const next = nextText(view, row)
  const repeat = repeatOf(view.world, row)
  const which = numberText(row.attempt, repeat)
  const why = row.error === null ? '' : `: ${row.error}`
  return [
    ['To', <code>{row.uri}</code>],
    ['Answer', `${row.status ?? 'none'}${why}`, isFailed(row) ? 'bad' : 'good'],
    ['The receiver said', answer === null ? null : <pre>{answer}</pre>],
    ['Advice', adviceFor(row)],
    ['Signature', refusalHint(row, view.parts.settings.profile)],
    ['Attempt', `${which}${next === '' ? '' : `, the ${next}`}`],
    ['Event', <RecordLink view={view} id={row.event} />],
    ['About', subject === null ? null : <RecordLink view={view} id={subject} />],
    ['Caused by', cause === null ? null : <a href={view.at(`/requests/${cause.id}`)}>{cause.text}</a>],
  ]
}

/** The attempts to deliver the same event, newest first. A resend counts its attempts from one again. */
const attemptsOf = (view: View, event: string) => {
  const { world } = view
  const newest = latest(world.webhookDeliveries.by('event', event), shown, (row) => row).toReversed()
  const byRun = gather(newest, (row) => dispatchOf(world, row)?.id ?? null)
  const runs = rowsOf(world.dispatches.by('event', event)).filter(({ id }) => byRun.has(id))
  return (
    <Section name="Attempts of this event">
      {runs.toReversed().map(({ id, createdAt }) => {
        const rows = byRun.get(id) ?? []
        const [repeat = 'first'] = rows.flatMap((row) => repeatOf(world, row) ?? [])
        const head = (
          <h4>
            {sendings[repeat]} at <Time at={createdAt} />
          </h4>
        )
        return (
          <>
            {runs.length > 1 ? head : null}
            <ol class="stories">{rows.map((row) => attemptLine(view, row, 'detail'))}</ol>
          </>
        )
      })}
    </Section>
  )
}

/** One attempt: what was sent, what the receiver answered, and the other attempts; `null` for an unknown one. */
export const attemptSheet = (view: View, id: string) => {
  const row = view.world.webhookDeliveries.get(id)
  const delivery = row === undefined ? null : deliveryOf(view.world, row, view.parts.settings)
  if (row === undefined || delivery === null) return null
  const { delivery: _, ...list } = Object.fromEntries(view.query)
  return (
    <article>
      <a class="back" href={view.at('/webhooks', list)}>
        All attempts
      </a>
      <h2>
        {row.key} <Status code={row.status} />
      </h2>
      <p class="soft">
        Sent <Time at={delivery.created_at} />
      </p>
      <Send
        to={view.at(`/events/${row.event}/resend`)}
        name="Resend"
        tone={isFailed(row) ? 'main' : 'plain'}
        label="Resend the event"
        then={view.at('/webhooks', { ...list, delivery: '{data.0.id}' })}
      />
      <section>
        <Facts of={factsOf(view, row, delivery.answer)} />
      </section>
      {attemptsOf(view, row.event)}
      {signing(view, delivery)}
    </article>
  )
}

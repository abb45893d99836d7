import { fromBase64 } from '../../../kernel/base64'
import { hmacHex } from '../../../kernel/digest'
import type { Delivery } from '../../../sandbox/webhooks/delivery'
import { webhookSecretsOf } from '../../../service/resources/webhook-secret/operations'
import { secretKey, signatureHeaderNames, signedMessage } from '../../../service/webhooks/scheme'
import { quoted } from '../../docs/commands'
import type { View } from '../frame/view'
import { Code, Json } from '../parts/copy'
import { type Fact, Facts } from '../parts/layout'

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

/** The same signature, made by a command. */
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
            <span class="bad">by none of the present secrets, or of another body</span>
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
export const signing = (view: View, delivery: Delivery) => {
  const signed = signedOf(view, delivery)
  return (
    <section>
      <h3>What was sent and signed</h3>
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
              <a href={view.at('/docs/webhooks#receiving')}>What it takes, and why it refuses</a>
            </p>
          </details>
          <details id={`signed-${delivery.id}`} class="json">
            <summary>The signature made by hand, from the text that was signed</summary>
            <Code text={opensslLine(view, delivery, signed)} what="the command" />
          </details>
        </>
      )}
    </section>
  )
}

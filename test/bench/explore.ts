import { createSandbox, type Sandbox } from '../../src/index'
import { explore } from '../../src/suites/explore/explore'
import { alternate, processorMs } from './rounds'
import type { Row } from './table'

const cardForm =
  'card[name]=Somchai+Prasert&card[number]=4242424242424242&card[expiration_month]=12&card[expiration_year]=2040'

const post = async (
  sandbox: Sandbox,
  key: 'public' | 'secret',
  url: string,
  body: string,
): Promise<string> => {
  const headers = {
    authorization: sandbox.authorization[key],
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': 'order-384',
  }
  const answer = await sandbox.fetch(url, { method: 'POST', headers, body })
  return ((await answer.json()) as { id: string }).id
}

let checkouts = 0

/** Rounds before the first that counts: while the engine still compiles the code, chance decides. */
const warmUps = 40

/** A checkout by card: token, charge, two webhooks. */
const checkout = async (sandbox: Sandbox): Promise<void> => {
  checkouts += 1
  sandbox.webhooks.onDelivery(() => 204)
  const token = await post(sandbox, 'public', `${sandbox.vaultUrl}/tokens`, cardForm)
  const form = `amount=100000&currency=thb&card=${token}&metadata[order]=384`
  await post(sandbox, 'secret', `${sandbox.url}/charges`, form)
}

/** The same flow on a sandbox of its own, until its webhooks have arrived. */
const alone = async (): Promise<void> => {
  const sandbox = createSandbox({ freeze: true, now: '2026-01-01T00:00:00Z' })
  await checkout(sandbox)
  await sandbox.webhooks.settle()
  await sandbox.close()
}

/** What a scenario costs, and the exploration's own share of it. */
export const exploreRow = async (quick: boolean): Promise<Row> => {
  let flows = 0
  /** More flows run than are reported: at some moments it is over what was to overlap. */
  const explored = async (): Promise<number> => {
    const [began, before] = [processorMs(), checkouts]
    await explore({ once: 'metadata.order', flow: ({ sandbox }) => checkout(sandbox) })
    flows = checkouts - before
    return (processorMs() - began) / flows
  }
  const byItself = async (): Promise<number> => {
    const began = processorMs()
    for (let i = 0; i < flows; i += 1) await alone()
    return (processorMs() - began) / flows
  }
  await explored()
  return {
    what: 'a scenario of a card checkout',
    of: 'the same flow on a fresh sandbox by itself',
    ...(await alternate(quick ? 5 : 21, explored, byItself, warmUps)),
    gate: 1.3,
    aim: null,
  }
}

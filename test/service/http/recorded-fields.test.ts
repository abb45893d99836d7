/** Profile row `fields`: what the real service lacks is left out, and what that tells stays within reach. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { specifiedFields } from '../../../src/service/http/profile-form'
import { open } from '../../support/open'
import type { document } from '../../support/openapi'

const recorded = (): SandboxOptions => ({ overrides: { fields: 'recorded' } })
const omise = (): SandboxOptions => ({ profile: 'omise' })

type Opened = ReturnType<typeof open>
type Shown = Readonly<Record<string, unknown>>

const control = async ({ sandbox }: Opened, path: string, body?: object) => {
  const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return (await sandbox.fetch(`${sandbox.url}/_sandbox${path}`, given)).json()
}

const promptpay = { amount: 10_000, currency: 'thb', source: { type: 'promptpay' } }

/** One answer with each object whose fields differ, by the object. */
const answers: Readonly<Record<string, (setup: Opened) => Promise<unknown>>> = {
  account: async ({ ask }) => (await ask('GET', '/account')).body,
  charge: async ({ charge }) => (await charge()).body,
  dispute: async ({ ask, charge }) =>
    (await ask('POST', `/charges/${(await charge()).body.id}/disputes`)).body,
  'dispute of its charge': async ({ ask, charge }) => {
    const { id } = (await charge()).body
    await ask('POST', `/charges/${id}/disputes`)
    return (await ask('GET', `/charges/${id}`)).body.dispute
  },
  'charge of an expanded transaction': async ({ ask, charge }) => {
    const { transaction } = (await charge()).body
    return (await ask('GET', `/transactions/${transaction}?expand=true`)).body.origin
  },
  search: async ({ ask }) => (await ask('GET', '/search?scope=charge')).body,
  'charge of a list': async ({ ask, charge }) => {
    await charge()
    return (await ask('GET', '/charges')).body.data[0]
  },
  'charge that was found': async ({ ask, charge }) => {
    await charge()
    return (await ask('GET', '/search?scope=charge&filters[captured]=true')).body.data[0]
  },
  source: async ({ ask }) => (await ask('POST', '/sources', { ...promptpay.source, ...promptpay })).body,
  'source of its charge': async ({ ask }) => (await ask('POST', '/charges', promptpay)).body.source,
  'charge of an event': async ({ ask, charge }) => {
    await charge()
    return (await ask('GET', '/events')).body.data[0]?.data
  },
  'charge of a webhook': async ({ sandbox, charge }) => {
    const received: { data: unknown }[] = []
    sandbox.webhooks.onDelivery(async (request) => void received.push((await request.json()) as never))
    await charge()
    await sandbox.webhooks.settle()
    return received[0]?.data
  },
  'charge of a webhook, as its delivery shows it': async ({ sandbox, charge }) => {
    sandbox.webhooks.onDelivery(() => 200)
    await charge()
    await sandbox.webhooks.settle()
    const [delivery] = sandbox.events.list()[0]?.webhook_deliveries ?? []
    return JSON.parse(String(delivery?.payload)).data
  },
  'charge of a simulated payment': async (setup) => {
    const { id } = (await setup.ask('POST', '/charges', promptpay)).body
    return control(setup, '/simulate/pay-charge', { charge: id })
  },
  'charge of a triggered event': async (setup) => (await control(setup, '/trigger/charge.complete', {})).data,
}

const fieldsOf = async (options: SandboxOptions, name: string): Promise<readonly string[]> => {
  const shown = (await answers[name]?.(open(options))) as Shown
  expect(shown).toMatchObject({ object: expect.stringMatching(/./) })
  return (specifiedFields[String(shown.object)] ?? []).filter((field) => Object.hasOwn(shown, field))
}

describe.each(Object.keys(answers))('%s', (name) => {
  test('lacks the fields of the specification that the service does not have, with fields: recorded', async () => {
    expect(await fieldsOf(recorded(), name)).toEqual([])
    expect(await fieldsOf(omise(), name)).toEqual([])
  })

  test('has all of them otherwise', async () => {
    const [object = ''] = name.split(' ')
    expect(await fieldsOf({}, name)).toEqual(specifiedFields[object])
    expect(await fieldsOf({ profile: 'omise', overrides: { fields: 'all' } }, name)).toEqual(
      specifiedFields[object],
    )
  })
})

describe('older versions have the names that they had', () => {
  const fundedBy = ['refunded', 'captured', 'source_of_fund']
  test.each([
    ['2019-05-29', []],
    ['2017-11-02', ['refunded', 'source_of_fund']],
    ['2015-11-17', ['refunded', 'source_of_fund']],
    ['2014-07-27', fundedBy],
  ] as const)('a charge of %s: %j', async (version, fields) => {
    const { sandbox, charge, ask } = open(omise())
    const { id } = (await charge()).body
    await ask('POST', `/charges/${id}/refunds`, { amount: 1000 })
    const headers = { authorization: sandbox.authorization.secret, 'omise-version': version }
    const shown = await (await sandbox.fetch(`${sandbox.url}/charges/${id}`, { headers })).json()
    expect(fundedBy.filter((field) => Object.hasOwn(shown, field))).toEqual(fields)
    const values = { refunded: 1000, captured: true, source_of_fund: 'card' }
    for (const field of fields) expect(shown[field]).toBe(values[field as keyof typeof values])
  })

  test('an event in the version of its account keeps them too', async () => {
    const { charge, ask } = open(omise())
    await ask('PATCH', '/account', { api_version: '2017-11-02' })
    await charge()
    const { data } = (await ask('GET', '/events')).body
    expect(data[0]?.data).toMatchObject({ refunded: 0, source_of_fund: 'card' })
    expect(data[0]?.data).not.toHaveProperty('captured')
  })
})

describe('what is ours keeps everything', () => {
  test('readers of the library, what actions give, and the data of events', async () => {
    const { sandbox, ask } = open(omise())
    const { id } = (await ask('POST', '/charges', promptpay)).body
    const source = { status: expect.stringMatching(/./) }
    const whole = { captured: true, refunded: 0, source_of_fund: 'offline', source }
    expect(await sandbox.simulate.payCharge(id)).toMatchObject(whole)
    expect(sandbox.charges.get(id)).toMatchObject(whole)
    expect(sandbox.charges.list({ captured: true })).toHaveLength(1)
    expect(sandbox.events.list({ key: 'charge.complete' })[0]?.data).toMatchObject(whole)
    expect(await sandbox.trigger('charge.complete')).toMatchObject({ data: { captured: true } })
  })

  test('search filters on dropped fields still find', async () => {
    const { charge, ask } = open(omise())
    await charge()
    for (const filter of ['captured=true', 'refunded=false', 'source_of_fund=card'])
      expect((await ask('GET', `/charges/search?filters[${filter.replace('=', ']=')}`)).body).toMatchObject({
        total: 1,
      })
  })
})

describe('errors have four fields', () => {
  const asked = async (options: SandboxOptions) => {
    const { sandbox, ask, charge } = open(options)
    const badCard = { card: { number: '1', name: '' } }
    await ask('POST', '/tokens', badCard, sandbox.authorization.public)
    const { id } = (await charge()).body
    await ask('POST', `/charges/${id}/reverse`)
    await charge({ amount: 'many' })
    return { sandbox, id, refused: sandbox.requests.list((one) => one.error !== null) }
  }

  test('on both servers, and the journal and a warning tell the rest', async () => {
    const { id, refused } = await asked(omise())
    expect(refused.map(({ host }) => host)).toEqual(['vault', 'api', 'api'])
    for (const { status } of refused) expect(status).toBe(400)
    for (const { answer } of refused)
      expect(Object.keys(answer ?? {})).toEqual(['object', 'location', 'code', 'message'])
    const [card, reverse, amount] = refused
    expect(card).toMatchObject({
      details: {
        validation_errors: expect.arrayContaining([expect.objectContaining({ field: 'card[name]' })]),
      },
      omitted: ['error.validation_errors'],
      warnings: [expect.stringMatching(/^the answer leaves out validation_errors .*card\[name\] required/)],
    })
    expect(reverse).toMatchObject({
      details: { charge_id: id },
      omitted: ['error.charge_id'],
      warnings: [`the answer leaves out charge_id ${id}`],
    })
    expect(amount?.details).toMatchObject({ validation_errors: [{ field: 'amount', code: 'invalid' }] })
  })

  test('in spec the answer itself has it, and nothing is left out', async () => {
    const { id, refused } = await asked({})
    const named = { charge_id: id }
    expect(refused[1]).toMatchObject({ answer: named, details: named, omitted: [], warnings: [] })
  })

  test('in every version', async () => {
    const { sandbox } = open(omise())
    for (const version of ['2014-07-27', '2015-11-17', '2017-11-02', '2019-05-29']) {
      const headers = { authorization: sandbox.authorization.secret, 'omise-version': version }
      const body = new URLSearchParams({ amount: 'x', currency: 'thb' })
      const answer = await sandbox.fetch('/charges', { method: 'POST', body, headers })
      expect(Object.keys(await answer.json())).toEqual(['object', 'location', 'code', 'message'])
      expect(answer.headers.get('sandbox-warning')).toMatch(/leaves out validation_errors amount invalid/)
    }
  })

  test('a declined charge is named by the warning where a decline is an error', async () => {
    const { charge, sandbox } = open({ profile: 'omise', declines: 'error' })
    const { status, body } = await charge({}, '4111111111140011')
    expect([status, Object.keys(body)]).toEqual([402, ['object', 'location', 'code', 'message']])
    const { warnings, details } = sandbox.requests.last() ?? {}
    expect(details).toEqual({ charge_id: sandbox.charges.last()?.id })
    expect(warnings).toEqual([`the answer leaves out charge_id ${sandbox.charges.last()?.id}`])
  })
})

describe('the journal says which fields the specification has beyond an answer', () => {
  test('of the answer and all that it holds', async () => {
    const { sandbox, ask } = open(omise())
    await ask('POST', '/charges', promptpay)
    const { omitted } = sandbox.requests.last() ?? {}
    expect(omitted).toEqual(['charge.refunded', 'charge.captured', 'charge.source_of_fund', 'source.status'])
    await ask('GET', '/balance')
    expect(sandbox.requests.last()?.omitted).toEqual([])
  })

  test('metadata is none of it', async () => {
    const { sandbox, charge } = open(omise())
    await charge({ metadata: { object: 'source', nested: { object: 'dispute' } } })
    expect(sandbox.requests.last()?.omitted.join()).not.toMatch(/source\.status|dispute/)
  })
})

test('the OpenAPI document has the fields of its profile', async () => {
  const of = async (options: SandboxOptions) =>
    (await control(open(options), '/openapi.json')) as typeof document
  const namesIn = ({ components }: typeof document, name: string) => {
    const { properties, required } =
      (components.schemas as Record<string, Record<string, object>>)[name] ?? {}
    return [...Object.keys(properties ?? {}), ...Object.values(required ?? {})]
  }
  const [spec, real] = [await of({}), await of(omise())]
  for (const [name, field] of [
    ['Account', 'webhook_endpoints'],
    ['Charge', 'captured'],
    ['Dispute', 'charge_dispute_at'],
    ['Error', 'validation_errors'],
    ['Source', 'status'],
  ] as const) {
    expect(namesIn(spec, name)).toContain(field)
    expect(namesIn(real, name)).not.toContain(field)
    expect(namesIn(real, name)).toContain('object')
  }
})

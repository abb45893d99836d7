import { alternate } from './rounds'
import { formType, openShop } from './shop'
import { atMost, type Row } from './table'

/** Microseconds per call of `work`, one after the other. */
const each = async (times: number, work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  for (let i = 0; i < times; i += 1) await work()
  return (1000 * (performance.now() - start)) / times
}

/** The floor: the four web objects that any answer through `fetch` is made of, and nothing between them. */
export const fetchRows = async (quick: boolean): Promise<readonly Row[]> => {
  const { sandbox, form, charge, get } = await openShop()
  const url = `${sandbox.url}/charges`
  const init = {
    method: 'POST',
    headers: { authorization: sandbox.authorization.secret, 'content-type': formType },
    body: form,
  }
  const printed = await (await get(`/charges/${await charge()}`)).text()
  const answerHeaders = { 'content-type': 'application/json; charset=utf-8' }
  const floor = async (): Promise<string> => {
    await new Request(url, init).text()
    return new Response(printed, { status: 200, headers: answerHeaders }).text()
  }
  const [pairs, times] = quick ? [7, 1000] : [21, 3000]
  const create = async () => (await sandbox.fetch(url, init)).text()
  const measured = await alternate(
    pairs,
    () => each(times, create),
    () => each(times, floor),
  )
  const what = 'sandbox.fetch POST /charges, against Request and Response alone'
  return [{ what, unit: 'us', ...measured, gate: atMost(4), aim: atMost(2) }]
}

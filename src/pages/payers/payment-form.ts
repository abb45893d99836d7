import { failInvalid, problemWith } from '../../kernel/errors'
import { isObject } from '../../kernel/json'
import { print, send } from '../../service/http/answer'
import type { Exchange } from '../../service/http/exchange'
import type { Parameters } from '../../service/http/form'
import { decodeBody } from '../../service/http/parameters'
import { applyProfile } from '../../service/resources/record'
import { renderById } from '../../service/resources/registry'
import type { World } from '../../service/world'
import { readFormText } from './layout'
import { cardOf, type TestChoice, testChoiceOf } from './test-cards'

/** The form by which a payer pays: of a payment link, and of a hosted checkout. */

export const readBody = async (exchange: Exchange): Promise<Parameters> =>
  decodeBody(await readFormText(exchange), exchange.req.header('content-type') ?? '')

/** Answers a client that is no browser with the record, as the API shows it. */
export const sendRecord = (exchange: Exchange, world: World, id: string, baseUrl: string): Response => {
  const { timeline, settings } = exchange.backend
  const { profileForm } = settings
  const renderContext = { livemode: world.livemode, now: timeline.now(), baseUrl, profileForm }
  const shown = applyProfile(renderById(world, id, renderContext) ?? {}, renderContext)
  return send(exchange, 200, print(exchange, shown))
}

/** A browser is shown pages; a test without one gets JSON. */
export const wantsPage = (exchange: Exchange): boolean =>
  /text\/html/i.test(exchange.req.header('accept') ?? '')

/** A browser sends all fields of the form, also those of the other payment method. */
export const withoutBlanks = (body: Parameters): Parameters => {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''))
  const { card, ...rest } = given
  const isBlank = isObject(card) && Object.values(card).every((value) => value === '')
  return isBlank && rest.source !== undefined ? rest : given
}

/** A chosen test card replaces the card of the form. */
export const withTestCard = (
  { test_card: value, ...rest }: Parameters,
  now: number,
  choices: readonly TestChoice[],
): Parameters => {
  if (value === undefined) return rest
  const choice = testChoiceOf(value, choices)
  if (choice !== undefined)
    return { ...rest, source: undefined, card: cardOf(choice, now), authentication: choice.authentication }
  const values = choices.map((one) => one.value)
  throw failInvalid('bad_request', [
    problemWith('test_card', `must be one of ${values.join(', ')}`, 'not_supported'),
  ])
}

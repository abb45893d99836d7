import { fail } from '../../kernel/errors'
import { assumedOrigin, ownAddress } from '../../service/http/addresses'
import { send } from '../../service/http/answer'
import type { Exchange } from '../../service/http/exchange'
import { fpxBanks } from '../../service/simulation/banks'
import { payingCard } from '../../service/simulation/cards'
import { methods } from '../../service/simulation/methods'
import { testChoices } from '../payers/test-cards'
import { wordsOfMethod } from '../payers/words'
import style from './browser/form.css?asset'
import script from './browser/main.ts?asset'
import type { OfferedCard, OfferedMethod, ScriptFacts } from './facts'

/**
 * Our own `omise.js`: it has the interface of the script that pages of shops load from the real service, and calls this
 * sandbox. The server puts its addresses, its test cards and its methods before the code.
 */
export const omiseScript = (exchange: Exchange): Response => {
  const { req, backend, incoming, headers } = exchange
  const { timeline } = backend
  if (incoming.host !== 'vault')
    throw fail('not_found', {}, `omise.js is at the vault: ${ownAddress(exchange, 'vault')}/omise.js`)
  const assumed = assumedOrigin(exchange)
  const card = payingCard(timeline.now())
  const facts: ScriptFacts = {
    origin: assumed ?? new URL(req.url).origin,
    isOwn: assumed === null,
    vault: ownAddress(exchange, 'vault'),
    api: ownAddress(exchange),
    style,
    cards: offeredCards(),
    holder: card.name,
    expiry: `${card.expiration_month}/${card.expiration_year.slice(-2)}`,
    methods: offeredMethods,
    banks: fpxBanks.map(({ code, name }) => [code, name]),
  }
  headers['content-type'] = 'text/javascript; charset=utf-8'
  headers['x-content-type-options'] = 'nosniff'
  // Pages that only load what allows it (COEP) load it, too.
  headers['cross-origin-resource-policy'] = 'cross-origin'
  return send(exchange, 200, `((facts) => {${script}})(${JSON.stringify(facts)})\n`)
}

/** Those whose result depends on the card alone, and one that the vault refuses. */
const offeredCards = (): readonly OfferedCard[] => {
  const choices = testChoices.filter(({ authentication }) => authentication === undefined)
  const cards = choices.map(({ value, name, number }) => ({ value, does: name, number }))
  const expired = { value: 'expired_card', does: 'Expired card', expiry: '01/20' }
  return [...cards, ...cards.slice(0, 1).map((card) => ({ ...card, ...expired }))]
}

/** Those that a customer can choose on a page: without a card beside the source, and without a barcode to scan. */
const offeredMethods: readonly OfferedMethod[] = methods
  .filter(({ withCard, requires }) => withCard !== true && !requires.includes('barcode'))
  .map(({ type, requires, terms }): OfferedMethod => {
    const name = wordsOfMethod(type).method.replace(/, your bank$/, '')
    if (requires.length === 0) return [type, name]
    return terms === undefined ? [type, name, requires] : [type, name, requires, terms]
  })

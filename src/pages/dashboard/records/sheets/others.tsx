import { purposeOfEvent } from '../../parts/purpose'
import { RecordLink } from '../../parts/record-link'
import { cardText } from './payments'
import { sheet } from './sheet'

/** Customers, their cards, tokens, and events. */

export const customers = sheet('customers', {
  state: ({ deleted }) => (deleted ? 'deleted' : null),
  about: ({ email, description }) => [email, description].filter(Boolean).join(' · '),
  columns: [{ head: 'Cards', of: ({ cards: { data } }) => data.map(cardText).join(', ') }],
  facts: ({ email, description }) => [
    ['Email', email],
    ['Description', description],
  ],
  related: ({ id }, world) => [
    ['Cards', world.cards.by('customer', id)],
    ['Charges', world.charges.by('customer', id)],
    ['Schedules', world.schedules.by('customer', id)],
  ],
})

export const cards = sheet('cards', {
  state: ({ deleted }) => (deleted ? 'deleted' : null),
  about: (card) => `${cardText(card)} · ${card.name}`,
  facts: ({ name, bank, expiration_month, expiration_year, country }) => [
    ['Name', name],
    ['Bank', bank],
    ['Expires', `${expiration_month}/${expiration_year}`],
    ['Country', country],
  ],
  related: ({ id }, world) => [['Customer', [world.cards.get(id)?.customer ?? null]]],
})

export const tokens = sheet('tokens', {
  state: ({ used }) => (used ? 'used' : 'unused'),
  about: ({ card }) => (card === null ? null : `${cardText(card)} · ${card.name}`),
  related: ({ card }) => [['Card', [card?.id ?? null]]],
})

export const events = sheet('events', {
  state: ({ id }, world) => {
    const attempts = world.webhookDeliveries.by('event', id)
    if (attempts.length === 0) return null
    const { status } = attempts.at(attempts.length - 1)
    return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed'
  },
  about: ({ id, key }, view) => [key, purposeOfEvent(view, id)].filter(Boolean).join(' · '),
  columns: [{ head: 'Record', of: ({ data }, view) => <RecordLink view={view} id={data.id} /> }],
  facts: ({ key, webhook_deliveries }) => [
    ['Key', key],
    [
      'Attempts',
      webhook_deliveries.length === 0 ? 'none: no address to deliver to' : webhook_deliveries.length,
    ],
  ],
  related: ({ data }) => [['Record', [data.id]]],
})

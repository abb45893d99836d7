import type { BookingRow, TransactionRow } from '../../../service/resources/transaction/model'
import type { View } from '../frame/view'
import { Heads, Section } from './layout'
import { RecordLink } from './links'
import { Money } from './values'

interface LedgerProps {
  readonly view: View
  readonly of: readonly (TransactionRow | BookingRow)[]
  /** The record on whose page it is: it needs no link. */
  readonly own?: string
}

/** Entries of the ledger, each with its lines: debits above zero, credits below. */
export const Ledger = ({ view, of: entries, own }: LedgerProps) =>
  entries.length === 0 ? null : (
    <Section name="Ledger">
      <div class="scroll">
        <table class="ledger" aria-label="Ledger">
          <Heads of={[['Account'], ['Debit', 'number'], ['Credit', 'number']]} />
          {entries.map(({ id, key, currency, lines }) => (
            <tbody>
              <tr>
                <th scope="rowgroup" colspan={3}>
                  {key} {id === own ? null : <RecordLink view={view} id={id} />}
                </th>
              </tr>
              {Object.entries(lines).map(([account, amount]) => (
                <tr>
                  <td>{account.replaceAll('_', ' ')}</td>
                  <td class="number">{amount > 0 ? <Money amount={amount} currency={currency} /> : null}</td>
                  <td class="number">{amount < 0 ? <Money amount={-amount} currency={currency} /> : null}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Section>
  )

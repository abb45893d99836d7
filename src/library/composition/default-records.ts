import type { Account } from '../account/account'
import type { Records } from '../records/records'

/** What is the default account's, read through whoever holds it: a restored sandbox holds another one. */
export abstract class DefaultRecords implements Records {
  protected abstract get first(): Account

  get keys(): Account['keys'] {
    return this.first.keys
  }
  get authorization(): Account['authorization'] {
    return this.first.authorization
  }
  get simulate(): Account['simulate'] {
    return this.first.simulate
  }
  get live(): Account['live'] {
    return this.first.live
  }
  get webhooks(): Account['webhooks'] {
    return this.first.webhooks
  }
  get named(): Account['named'] {
    return this.first.named
  }
  get seed(): Account['seed'] {
    return this.first.seed
  }
  get faults(): Account['faults'] {
    return this.first.faults
  }
  get trigger(): Account['trigger'] {
    return this.first.trigger
  }
  private get records(): Records {
    return this.first.test
  }

  get cards(): Records['cards'] {
    return this.records.cards
  }
  get charges(): Records['charges'] {
    return this.records.charges
  }
  get customers(): Records['customers'] {
    return this.records.customers
  }
  get disputes(): Records['disputes'] {
    return this.records.disputes
  }
  get documents(): Records['documents'] {
    return this.records.documents
  }
  get events(): Records['events'] {
    return this.records.events
  }
  get links(): Records['links'] {
    return this.records.links
  }
  get occurrences(): Records['occurrences'] {
    return this.records.occurrences
  }
  get recipients(): Records['recipients'] {
    return this.records.recipients
  }
  get refunds(): Records['refunds'] {
    return this.records.refunds
  }
  get schedules(): Records['schedules'] {
    return this.records.schedules
  }
  get sources(): Records['sources'] {
    return this.records.sources
  }
  get tokens(): Records['tokens'] {
    return this.records.tokens
  }
  get transactions(): Records['transactions'] {
    return this.records.transactions
  }
  get transfers(): Records['transfers'] {
    return this.records.transfers
  }
  get webhookSecrets(): Records['webhookSecrets'] {
    return this.records.webhookSecrets
  }
}

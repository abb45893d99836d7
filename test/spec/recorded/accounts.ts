import { cardOfToken, emptyList, savedCard } from './parts'
import { omisePhp, type RecordedShape, recordedShape } from './shape'

/** See `shape.ts` for the notation. */
export const accountShapes: readonly RecordedShape[] = [
  recordedShape({
    name: 'account',
    ...omisePhp('account-get', '2025-01-13'),
    fields: {
      '.': `
        object="account" id:string team:string livemode:boolean location:string country:string
        currency="THB" email:string created_at:string supported_currencies:array api_version:string
        auto_activate_recipients:boolean chain_enabled:boolean zero_interest_installments:boolean
        chain_return_uri webhook_uri metadata_export_keys:object chaining_allowed:boolean
        last_updated_api_version:string transfer_config:object
      `,
      metadata_export_keys: 'charge:array transfer:array refund:array dispute:array',
      transfer_config: `
        min_transfer_amount:string max_transfer_amount:string same_bank_max_transfer_amount:string
        is_payout_enabled:boolean fee="30.00" provider merchant_id transfer_service_availability:null
        max_active_realtime_transfer_schedules:null
      `,
    },
  }),
  recordedShape({
    name: 'capability',
    source: 'omise/omise-woocommerce tests/fixtures/omise-capability-get.json',
    date: '2025-05',
    fields: {
      '.': `
        object="capability" location:string banks:array limits:object payment_methods:array country:string
        tokenization_methods:array zero_interest_installments:boolean
      `,
      limits: 'charge_amount:object transfer_amount:object installment_amount:object',
      'limits.charge_amount': 'max:integer min:integer',
      'limits.transfer_amount': 'max:integer min:integer',
      'limits.installment_amount': 'min:integer',
      'payment_methods[]': `
        object="payment_method" name currencies:array card_brands:array installment_terms:null
        loan_installment_terms banks:array provider:null
      `,
    },
  }),
  recordedShape({
    name: 'token',
    source: 'omise/omise-php tests/fixtures/vault.omise.co/tokens-post.json',
    date: '2025-03-20',
    fields: {
      '.': `
        object="token" id:string livemode:boolean location:string used=false charge_status="unknown"
        card:object created_at:string
      `,
      card: cardOfToken,
    },
  }),
  recordedShape({
    name: 'customer',
    ...omisePhp('customers-post'),
    fields: {
      '.': `
        object="customer" id:string livemode:boolean location:string deleted=false metadata:object
        cards:object default_card:string linked_accounts:object description email created_at:string
      `,
      cards: `
        object="list" data:array limit=20 offset=0 total=1 location:string order="chronological" from:string
        to:string
      `,
      'cards.data[]': savedCard,
      linked_accounts: emptyList,
    },
  }),
  recordedShape({
    name: 'card',
    ...omisePhp('customers/cust_test_63440m5rxrwz1lcwno0/cards/card_test_63440m1wwjc3ipgm9w4-get'),
    fields: {
      '.': `
        object="card" id:string livemode:boolean location:string deleted=false street1 street2 city state
        phone_number postal_code country:string financing:string bank brand:string fingerprint:string
        first_digits:null last_digits:string name expiration_month:integer expiration_year:integer
        security_code_check=true tokenization_method:null created_at:string
      `,
    },
  }),
  recordedShape({
    name: 'error',
    source: 'omise/omise-woocommerce tests/fixtures/omise-error-authentication-failure.json',
    date: '2025-09',
    fields: {
      '.': 'object="error" location:string code:string message:string',
    },
  }),
]

import { cardOfToken, emptyList, list } from './parts'
import { omisePhp, type RecordedShape, recordedShape } from './shape'

/** See `shape.ts` for the notation. */
export const planShapes: readonly RecordedShape[] = [
  recordedShape({
    name: 'link',
    ...omisePhp('links-post'),
    fields: {
      '.': `
        object="link" id:string livemode:boolean location:string deleted=false multiple=false used=false
        currency="THB" amount:integer charges:object description title:string payment_uri:string
        created_at:string used_at:null deleted_at:null
      `,
      charges: emptyList,
    },
  }),
  recordedShape({
    name: 'schedule',
    ...omisePhp('schedules-post'),
    fields: {
      '.': `
        object="schedule" id:string deleted=false livemode:boolean location:string every:integer
        occurrences:object on:object in_words="Every 2 day(s)" period="day" status="running" active=true
        state="Active" charge:object next_occurrences_on:array ended_at:null start_on:string end_on:string
        created_at:string execute_time:null deleted_by:null
      `,
      occurrences: list,
      'occurrences.data[]': `
        object="occurrence" livemode:boolean location:string id:string result:string schedule:string
        message:null status="successful" processed_at:string created_at:string scheduled_on:string
        retry_on:null execute_time:null split_metadata:null transfer_amount:integer
      `,
      charge: `
        object="scheduled_charge" id:string livemode:boolean currency="THB" amount:integer
        default_card=false card:string customer linked_account:null description metadata:object
        created_at:string
      `,
    },
  }),
  recordedShape({
    name: 'occurrence',
    ...omisePhp('occurrences/occu_test_6344k76ztk6c26m7gmi-get'),
    fields: {
      '.': `
        object="occurrence" livemode:boolean location:string id:string result:string schedule:string
        message:null status="successful" processed_at:string created_at:string scheduled_on:string
        retry_on:null execute_time:null split_metadata:null transfer_amount:integer
      `,
    },
  }),
  recordedShape({
    name: 'event',
    ...omisePhp('events/evnt_test_no1t4tnemucod0e51mo-get', '2023-03-02'),
    complete: false,
    fields: {
      '.': `
        object="event" id:string livemode:boolean location:string webhook_deliveries:array data:object
        key="charge.create" created_at:string
      `,
      'webhook_deliveries[]': `
        object="webhook_delivery" id:string uri:string status=404 key="charge.create" error:null
        payload:string created_at:string
      `,
      data: `
        object="charge" id:string location:string amount:integer authorization_type:null
        authorized_amount=12345 captured_amount=12345 net=11862 fee=451 fee_vat=32 interest=0 interest_vat=0
        funding_amount=12345 refunded_amount=0 transaction_fees:object platform_fee:object currency="THB"
        funding_currency="THB" ip refunds:object link:null description metadata:object card:object
        source:null schedule:null customer dispute:null transaction:string failure_code:null
        failure_message:null status="successful" authorize_uri return_uri created_at:string paid_at:string
        expires_at:string expired_at:null reversed_at:null zero_interest_installments:boolean branch:null
        terminal:null device:null authorized=true capturable=false capture=true disputable=true
        livemode:boolean refundable=true reversed=false reversible=false voided=false paid=true
        expired=false
      `,
      'data.transaction_fees': 'fee_flat="0.0" fee_rate:string vat_rate="7.0"',
      'data.platform_fee': 'fixed:null amount:null percentage:null',
      'data.refunds': emptyList,
      'data.card': cardOfToken,
    },
  }),
  recordedShape({
    name: 'list of receipts',
    ...omisePhp('receipts-get', '2025-03-21'),
    differs: {
      'data[]': 'The sandbox bills nothing, so that it has no receipts.',
      'data[].adjustment_transaction': 'The sandbox bills nothing, so that it has no receipts.',
    },
    fields: {
      '.': `
        object="receipt_list" data:array limit=20 offset=0 total:integer location:string
        order="chronological" from:string to:string
      `,
      'data[]': `
        object="receipt" id:string livemode:boolean location:string credit_note=false charge_fee:integer
        transaction_fee:integer subtotal:integer transfer_fee:integer voided_fee:integer vat:integer
        wht:integer total=479 company_address:string company_name:string company_tax_id:null currency="MYR"
        customer_address:string customer_email:string customer_name:string customer_statement_name:string
        customer_tax_id:null number:string created_at:string issued_on:string adjustment_transaction:object
      `,
      'data[].adjustment_transaction': `
        object="transaction" id:string livemode:boolean currency="MYR" amount:integer location:string
        direction="credit" key="receipt.vat_adjustment.credit" origin:string transferable_at:string
        created_at:string
      `,
    },
  }),
  recordedShape({
    name: 'search',
    ...omisePhp('search-get'),
    fields: {
      '.': `
        object="search" export:null data:array page:integer per_page:integer total:integer
        total_pages:integer filters:object location:string order="reverse_chronological" query:string
        scope="charge" aggregate_level:null
      `,
    },
  }),
]

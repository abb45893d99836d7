import { bankAccountWithCode, disputeDebit, emptyList } from './parts'
import { omisePhp, type RecordedShape, recordedShape } from './shape'

/** See `shape.ts` for the notation. */
export const moneyShapes: readonly RecordedShape[] = [
  recordedShape({
    name: 'source',
    ...omisePhp('sources-post'),
    fields: {
      '.': `
        object="source" id:string livemode:boolean location:string amount:integer barcode bank
        created_at:string currency="THB" email flow="app_redirect" installment_term:null ip
        absorption_type:null name mobile_number:null phone_number platform_type scannable_code:null
        qr_settings:null billing:null shipping:null items:array references:null provider_references:null
        store_id store_name terminal_id type:string zero_interest_installments charge_status="unknown"
        receipt_amount:null discounts:array promotion_code:null
      `,
    },
  }),
  recordedShape({
    name: 'dispute',
    ...omisePhp('charges/chrg_test_63444wyfsg4mtvvck1z/disputes-post'),
    fields: {
      '.': `
        object="dispute" id:string livemode:boolean location:string currency="THB" amount:integer
        funding_amount=100000 funding_currency="THB" metadata:object charge:string documents:object
        transactions:array admin_message:null message:null reason_code="goods_or_services_not_provided"
        reason_message:string status="open" closed_at:null created_at:string
      `,
      documents: emptyList,
      'transactions[]': disputeDebit,
    },
  }),
  recordedShape({
    name: 'accepted dispute',
    ...omisePhp('disputes/dspt_test_6344e4i5yv427gaj1s2/accept-patch'),
    complete: false,
    fields: {
      '.': `
        object="dispute" id:string livemode:boolean location:string currency="THB" amount:integer
        funding_amount=100000 funding_currency="THB" metadata:object charge:string documents:object
        transactions:array admin_message:null message:string reason_code="goods_or_services_not_provided"
        reason_message:string status="lost" closed_at:string created_at:string
      `,
      documents: emptyList,
      'transactions[]': disputeDebit,
    },
  }),
  recordedShape({
    name: 'partial refund',
    ...omisePhp('charges/chrg_test_63444wyfsg4mtvvck1z/refunds/rfnd_test_63444yucggg93yxa027-get'),
    fields: {
      '.': `
        object="refund" id:string location:string livemode:boolean voided=false currency="THB"
        amount:integer metadata:object charge:string capture:null terminal:null transaction:string
        status="closed" funding_amount=10000 funding_currency="THB" created_at:string
        acquirer_reference_number:null approval_code:null
      `,
    },
  }),
  recordedShape({
    name: 'recipient',
    ...omisePhp('recipients-post'),
    fields: {
      '.': `
        object="recipient" id:string livemode:boolean location:string deleted=false bank_account:object
        active=false default=false verified=false description email failure_code:null name tax_id
        type:string created_at:string schedule:null metadata:object verified_at:null activated_at:null
      `,
      bank_account: bankAccountWithCode,
    },
  }),
  recordedShape({
    name: 'default recipient',
    ...omisePhp('recipients/recp_test_62e6vi6h2cnhukcqr13-get', '2025-01-13'),
    complete: false,
    fields: {
      '.': `
        object="recipient" id:string livemode:boolean location:string deleted=false bank_account:object
        active=true default=true verified=true description email failure_code:null name tax_id type:string
        created_at:string schedule:null metadata:object verified_at:string activated_at:string
      `,
      bank_account: bankAccountWithCode,
    },
  }),
  recordedShape({
    name: 'transfer',
    ...omisePhp('transfers-post'),
    fields: {
      '.': `
        object="transfer" id:string livemode:boolean location:string deleted=false fail_fast=false
        paid=false sent=false sendable=true currency="THB" amount:integer fee=2804 metadata:object
        recipient:string bank_account:object failure_code:null failure_message:null paid_at:null
        sent_at:null balance_hold_at:null created_at:string transactions:array schedule:null fee_vat=196
        net=97000 total_fee=3000 split_transfer_group_id:null
      `,
      bank_account: bankAccountWithCode,
    },
  }),
  recordedShape({
    name: 'transaction',
    ...omisePhp('transactions/trxn_test_62f1itsgwfln0dwo9md-get', '2025-01-15'),
    fields: {
      '.': `
        object="transaction" id:string livemode:boolean currency="THB" amount:integer location:string
        direction="credit" key:string origin:string transferable_at:string created_at:string
      `,
    },
  }),
]

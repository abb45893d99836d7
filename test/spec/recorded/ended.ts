import { bankAccount, chargeFees, disputeDebit, list, savedCard } from './parts'
import { omisePhp, type RecordedShape, recordedShape } from './shape'

/** Records at their end, and others that are recorded besides. See `shape.ts` for the notation. */
export const endedShapes: readonly RecordedShape[] = [
  recordedShape({
    name: 'deleted card',
    ...omisePhp('customers/cust_test_63440m5rxrwz1lcwno0/cards/card_test_63440m1wwjc3ipgm9w4-delete'),
    fields: {
      '.': `
        object="card" id:string livemode:boolean location:string deleted=true street1 street2 city state
        phone_number postal_code country financing bank brand:string fingerprint:string first_digits:null
        last_digits:string name expiration_month:integer expiration_year:integer security_code_check=true
        tokenization_method:null created_at:string
      `,
    },
  }),
  recordedShape({
    name: 'deleted customer',
    ...omisePhp('customers/cust_test_63440m5rxrwz1lcwno0-delete'),
    fields: {
      '.': `
        object="customer" id:string livemode:boolean location:string deleted=true metadata:object
        cards:object default_card:null linked_accounts:object description email created_at:string
      `,
      cards: list,
      linked_accounts: list,
    },
  }),
  recordedShape({
    name: 'deleted recipient',
    ...omisePhp('recipients/recp_test_6344pqu147cx38i3mm1-delete'),
    fields: {
      '.': `
        object="recipient" id:string livemode:boolean location:string deleted=true bank_account:object
        active=false default=false verified=false description email failure_code:null name tax_id
        type:string created_at:string schedule:null metadata:object verified_at:null activated_at:null
      `,
      bank_account: bankAccount,
    },
  }),
  recordedShape({
    name: 'deleted transfer',
    ...omisePhp('transfers/trsf_test_6344mzlz6y6nbeiaoxv-delete'),
    fields: {
      '.': `
        object="transfer" id:string livemode:boolean location:string deleted=true fail_fast=false paid=false
        sent=false sendable=true currency="THB" amount:integer fee=2804 metadata:object recipient:string
        bank_account:object failure_code:null failure_message:null paid_at:null sent_at:null
        balance_hold_at:null created_at:string transactions:array schedule:null fee_vat=196 net:integer
        total_fee=3000 split_transfer_group_id:null
      `,
      bank_account: bankAccount,
    },
  }),
  recordedShape({
    name: 'pending dispute',
    ...omisePhp('disputes/dspt_test_6344e4i5yv427gaj1s2-patch'),
    fields: {
      '.': `
        object="dispute" id:string livemode:boolean location:string currency="THB" amount:integer
        funding_amount=90000 funding_currency="THB" metadata:object charge:string documents:object
        transactions:array admin_message:null message:string reason_code="goods_or_services_not_provided"
        reason_message:string status="pending" closed_at:null created_at:string
      `,
      documents: list,
      'transactions[]': disputeDebit,
    },
  }),
  recordedShape({
    name: 'partly captured charge',
    ...omisePhp('charges/chrg_test_63444wyfsg4mtvvck1z/capture-post'),
    fields: {
      '.': `
        object="charge" id:string location:string amount:integer authorization_type="pre_auth"
        authorized_amount=100000 captured_amount=50000 acquirer_reference_number:null net=48047 fee=1825
        fee_vat=128 interest=0 interest_vat=0 funding_amount=50000 refunded_amount=0 transaction_fees:object
        platform_fee:object currency="THB" funding_currency="THB" ip refunds:object link:null description
        metadata:object card:object source:null schedule:null linked_account:null customer dispute:null
        transaction:string failure_code:null failure_message:null merchant_advice merchant_advice_code
        status="successful" authorize_uri:null return_uri created_at:string paid_at:string
        authorized_at:string expires_at:string expired_at:null reversed_at:null multi_capture=false
        zero_interest_installments:boolean branch:null terminal:null device:null authorized=true
        capturable=false capture=false disputable=true livemode:boolean refundable=true
        partially_refundable=true reversed=false reversible=false voided=false paid=true expired=false
        can_perform_void=true approval_code:null
      `,
      ...chargeFees,
      refunds: list,
      card: savedCard,
    },
  }),
  recordedShape({
    name: 'reversed charge',
    ...omisePhp('charges/chrg_test_63444wyfsg4mtvvck1z/reverse-post'),
    fields: {
      '.': `
        object="charge" id:string location:string amount:integer acquirer_reference_number:null net=96094
        fee=3650 fee_vat=256 interest=0 interest_vat=0 funding_amount=100000 refunded_amount=0
        transaction_fees:object platform_fee:object currency="THB" funding_currency="THB" ip refunds:object
        link:null description metadata:object card:object source:null schedule:null linked_account:null
        customer dispute:null transaction:null failure_code:null failure_message:null merchant_advice
        merchant_advice_code status="reversed" authorize_uri:null return_uri created_at:string paid_at:null
        authorized_at:string expires_at:string expired_at:null reversed_at:string multi_capture=false
        zero_interest_installments:boolean branch:null terminal:null device:null authorized=true
        capturable=false capture=false disputable=false livemode:boolean refundable=false
        partially_refundable=false reversed=true reversible=false voided=false paid=false expired=false
        can_perform_void=false approval_code:null
      `,
      ...chargeFees,
      refunds: list,
      card: savedCard,
    },
  }),
  recordedShape({
    name: 'expired charge',
    ...omisePhp('charges/chrg_test_63444wyfsg4mtvvck1z/expire-post'),
    fields: {
      '.': `
        object="charge" id:string location:string amount:integer acquirer_reference_number:null net=96094
        fee=3650 fee_vat=256 interest=0 interest_vat=0 funding_amount=100000 refunded_amount=0
        transaction_fees:object platform_fee:object currency="THB" funding_currency="THB" ip refunds:object
        link:null description metadata:object card:null source:object schedule:null linked_account:null
        customer dispute:null transaction:null failure_code:null failure_message:null merchant_advice
        merchant_advice_code status="expired" authorize_uri:string return_uri created_at:string paid_at:null
        authorized_at:null expires_at:string expired_at:string reversed_at:null multi_capture=false
        zero_interest_installments:boolean branch:null terminal:null device:null authorized=false
        capturable=false capture=true disputable=false livemode:boolean refundable=false
        partially_refundable=false reversed=false reversible=false voided=false paid=false expired=true
        can_perform_void=false approval_code:null
      `,
      ...chargeFees,
      refunds: list,
      source: `
        object="source" id:string livemode:boolean location:string amount:integer barcode:null bank
        created_at:string currency="THB" email flow="app_redirect" installment_term:null ip
        absorption_type:null name mobile_number:null phone_number platform_type scannable_code:null
        qr_settings:null billing:null shipping:null items:array references:null provider_references:null
        store_id:null store_name:null terminal_id:null type="alipay_cn" zero_interest_installments:null
        charge_status="expired" receipt_amount:null discounts:array promotion_code:null
      `,
    },
  }),
  recordedShape({
    name: 'PromptPay source',
    source: 'omise/omise_dart test/models/responses/mock_data.dart/sources_mock.dart',
    date: '2024-11-08',
    fields: {
      '.': `
        object="source" id:string livemode:boolean location:string amount:integer barcode:null bank
        created_at:string currency="THB" email flow="offline" installment_term:null ip absorption_type:null
        name mobile_number:null phone_number platform_type scannable_code:null billing:null shipping:null
        items:array references:null provider_references:null store_id:null store_name:null terminal_id:null
        type="promptpay" zero_interest_installments:null charge_status="unknown" receipt_amount:null
        discounts:array promotion_code:null
      `,
    },
  }),
]

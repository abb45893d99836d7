import { cardOfToken, chargeFees, emptyList, qrCode, qrImage, qrSource, savedCard } from './parts'
import { omisePhp, type RecordedShape, recordedShape } from './shape'

/** See `shape.ts` for the notation. */
export const chargeShapes: readonly RecordedShape[] = [
  recordedShape({
    name: 'authorized charge',
    ...omisePhp('charges-post'),
    fields: {
      '.': `
        object="charge" id:string location:string amount:integer acquirer_reference_number:null net=96094
        fee=3650 fee_vat=256 interest=0 interest_vat=0 funding_amount=100000 refunded_amount=0
        transaction_fees:object platform_fee:object currency="THB" funding_currency="THB" ip refunds:object
        link:null description metadata:object card:object source:null schedule:null linked_account:null
        customer dispute:null transaction:null failure_code:null failure_message:null merchant_advice
        merchant_advice_code status="pending" authorize_uri:null return_uri created_at:string paid_at:null
        authorized_at:string expires_at:string expired_at:null reversed_at:null multi_capture=false
        zero_interest_installments:boolean branch:null terminal:null device:null authorized=true
        capturable=true capture=false disputable=false livemode:boolean refundable=false
        partially_refundable=false reversed=false reversible=true voided=false paid=false expired=false
        can_perform_void=false approval_code:null
      `,
      ...chargeFees,
      refunds: emptyList,
      card: savedCard,
    },
  }),
  recordedShape({
    name: 'charge that waits for its cardholder',
    source: 'omise/omise-woocommerce tests/fixtures/omise-charge-get.json',
    date: '2025-05-30',
    fields: {
      '.': `
        object="charge" id:string location:string amount:integer acquirer_reference_number:null net=4804
        fee=183 fee_vat=13 interest=0 interest_vat=0 funding_amount=5000 refunded_amount=0
        transaction_fees:object platform_fee:object currency="THB" funding_currency="THB" ip refunds:object
        link:null description metadata:object missing_3ds_fields:array card:object source:null schedule:null
        linked_account:null customer dispute:null transaction:null failure_code:null failure_message:null
        merchant_advice merchant_advice_code status="pending" authorize_uri:string return_uri
        created_at:string paid_at:null authorized_at:null expires_at:string expired_at:null reversed_at:null
        multi_capture=false zero_interest_installments:boolean branch:null terminal:null device:null
        authorized=false capturable=false capture=true disputable=false livemode:boolean refundable=false
        partially_refundable=false reversed=false reversible=false voided=false paid=false expired=false
        can_perform_void=false approval_code:null
      `,
      ...chargeFees,
      refunds: emptyList,
      card: cardOfToken,
    },
  }),
  recordedShape({
    name: 'paid charge',
    ...omisePhp('search-get'),
    complete: false,
    fields: {
      '.': `
        object="charge" id:string location:string amount:integer authorization_type:null
        authorized_amount=100000 captured_amount=100000 acquirer_reference_number:null net=96094 fee=3650
        fee_vat=256 interest=0 interest_vat=0 funding_amount=100000 refunded_amount=0
        transaction_fees:object platform_fee:object currency="THB" funding_currency="THB" ip refunds:object
        link:null description metadata:object card:object source:null schedule:null linked_account:null
        customer dispute:null transaction:string failure_code:null failure_message:null merchant_advice
        merchant_advice_code status="successful" authorize_uri return_uri created_at:string paid_at:string
        authorized_at:string expires_at:string expired_at reversed_at:null multi_capture=false
        zero_interest_installments:boolean branch:null terminal:null device:null authorized=true
        capturable=false capture=true disputable=true livemode:boolean refundable=true
        partially_refundable=true reversed=false reversible=false voided=false paid=true expired=false
        can_perform_void:boolean approval_code:null
      `,
      ...chargeFees,
      refunds: emptyList,
      card: cardOfToken,
    },
  }),
  recordedShape({
    name: 'PromptPay charge',
    source: 'a third-party PHP library (its PromptPay tests; a charge of test mode)',
    date: '2026-01-25',
    fields: {
      '.': `
        object="charge" id:string location:string amount:integer acquirer_reference_number:null net=1965
        fee=33 fee_vat=2 interest=0 interest_vat=0 funding_amount=2000 refunded_amount=0
        transaction_fees:object platform_fee:object currency="THB" funding_currency="THB" ip refunds:object
        link:null description metadata:object card:null source:object schedule:null linked_account:null
        customer dispute:null transaction:null failure_code:null failure_message:null merchant_advice
        status="pending" authorize_uri:null return_uri created_at:string paid_at:null authorized_at:null
        expires_at:string expired_at:null reversed_at:null multi_capture=false
        zero_interest_installments:boolean branch:null terminal:null device:null authorized=false
        capturable=false capture=true disputable=false livemode:boolean refundable=false
        partially_refundable=false reversed=false reversible=false voided=false paid=false expired=false
        can_perform_void=false approval_code:null
      `,
      ...chargeFees,
      refunds: emptyList,
      source: qrSource,
      'source.scannable_code': qrCode,
      'source.scannable_code.image': qrImage,
      'source.provider_references': 'reference_number_1:string reference_number_2:null payment_channel:null',
    },
  }),
  recordedShape({
    name: 'PromptPay charge in live mode',
    source: 'omise/omise_dart test/models/responses/mock_data.dart/charges_mock.dart',
    date: '2025-04-17',
    complete: false,
    fields: {
      '.': `
        object="charge" id:string location:string amount:integer acquirer_reference_number:null net:integer
        fee:integer fee_vat:integer interest=0 interest_vat=0 funding_amount=20000 refunded_amount=0
        transaction_fees:object platform_fee:object currency="THB" funding_currency="THB" ip refunds:object
        link:null description metadata:object card:null source:object schedule:null linked_account:null
        customer dispute:null transaction:null failure_code:null failure_message:null status="pending"
        authorize_uri return_uri created_at:string paid_at:null authorized_at:null expires_at:string
        expired_at:null reversed_at:null multi_capture=false zero_interest_installments:boolean branch:null
        terminal:null device:null authorized=false capturable=false capture=true disputable=false
        livemode:boolean refundable=false partially_refundable=false reversed=false reversible=false
        voided=false paid=false expired=false can_perform_void=false approval_code:null
      `,
      transaction_fees: 'fee_flat="0.0" fee_rate:string vat_rate="7.0"',
      platform_fee: 'fixed amount percentage',
      refunds: emptyList,
      source: qrSource,
      'source.scannable_code': qrCode,
      'source.scannable_code.image': qrImage,
      'source.provider_references': 'reference_number_1:string reference_number_2',
    },
  }),
]

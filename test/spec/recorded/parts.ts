/** Objects within more than one recorded answer, all of the same shape. See `shape.ts` for the notation. */

/** Of a charge. */
export const chargeFees = {
  transaction_fees: 'fee_flat="0.0" fee_rate:string vat_rate="7.0"',
  platform_fee: 'fixed:null amount:null percentage:null',
}

export const cardOfToken = `
  object="card" id:string livemode:boolean location:null deleted=false street1 street2 city state
  phone_number postal_code country financing bank brand:string fingerprint:string first_digits:null
  last_digits:string name expiration_month:integer expiration_year:integer security_code_check=true
  tokenization_method:null created_at:string
`

export const savedCard = `
  object="card" id:string livemode:boolean location:string deleted=false street1 street2 city state
  phone_number postal_code country financing bank brand:string fingerprint:string first_digits:null
  last_digits:string name expiration_month:integer expiration_year:integer security_code_check=true
  tokenization_method:null created_at:string
`

export const emptyList = `
  object="list" data:array limit=20 offset=0 total=0 location:string order="chronological" from:string
  to:string
`

export const qrSource = `
  object="source" id:string livemode:boolean location:string amount:integer barcode bank
  created_at:string currency="THB" email flow="offline" installment_term:null ip absorption_type:null
  name mobile_number:null phone_number platform_type scannable_code:object qr_settings:null
  billing:null shipping:null items:array references:null provider_references:object store_id
  store_name terminal_id type:string zero_interest_installments charge_status="pending"
  receipt_amount:null discounts:array promotion_code:null supplier_id:null
`

export const qrCode = 'object="barcode" type:string image:object raw_data'

export const qrImage = `
  object="document" livemode:boolean id:string deleted=false filename:string location:string kind="qr"
  download_uri:string created_at:string
`

export const list = `
  object="list" data:array limit=20 offset=0 total:integer location:string order="chronological"
  from:string to:string
`

export const bankAccount = `
  object="bank_account" livemode:boolean last_digits:string account_number:string name type:null
  created_at:string brand:string bank_code branch_code:null
`

export const disputeDebit = `
  object="transaction" id:string livemode:boolean currency="THB" amount:integer location:string
  direction="debit" key="dispute.started.debit" origin:string transferable_at:string created_at:string
`

export const bankAccountWithCode = `
  object="bank_account" livemode:boolean last_digits:string account_number:string name type:null
  created_at:string brand:string bank_code:string branch_code:null
`

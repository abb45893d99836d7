// The published test cards and how a charge with each ends. `step`: `charge` fails at once; `enrolment` fails a
// 3-D Secure charge at creation; `validation` lets it wait and fails it after the cardholder answered. The rows
// without a brand column in the publication (`alias`) are the numbers of another list, taken as the same cases.

export interface TestCardSpec {
  number: string
  brand: 'Visa' | 'MasterCard' | 'JCB' | 'American Express' | 'Discover' | 'Diners Club' | 'UnionPay'
  failureCode: string
  failureMessage: string
  step: 'charge' | 'enrolment' | 'validation'
  securityCodeCheck?: false
  alias?: true
}

const messages = {
  insufficient_fund: 'insufficient funds',
  stolen_or_lost_card: 'stolen or lost card',
  failed_processing: 'processing failed',
  payment_rejected: 'payment rejected',
  failed_fraud_check: 'fraud check failed',
  invalid_account_number: 'invalid account number',
  invalid_security_code: 'invalid security code',
} as const

const fails = (
  failureCode: keyof typeof messages,
  brand: TestCardSpec['brand'],
  number: string,
  more: Pick<TestCardSpec, 'securityCodeCheck' | 'alias'> & { step?: TestCardSpec['step'] } = {},
): TestCardSpec => ({
  number,
  brand,
  failureCode,
  failureMessage: messages[failureCode],
  step: 'charge',
  ...more,
})

export const failingTestCards: readonly TestCardSpec[] = [
  fails('insufficient_fund', 'Visa', '4111111111140011'),
  fails('insufficient_fund', 'MasterCard', '5555551111110011'),
  fails('insufficient_fund', 'JCB', '3530111111190011'),
  fails('insufficient_fund', 'UnionPay', '6250947000000014'),
  fails('insufficient_fund', 'Visa', '4000000000000101', { alias: true }),
  fails('stolen_or_lost_card', 'Visa', '4111111111130012'),
  fails('stolen_or_lost_card', 'MasterCard', '5555551111100012'),
  fails('stolen_or_lost_card', 'JCB', '3530111111180012'),
  fails('stolen_or_lost_card', 'UnionPay', '6250947000000022'),
  fails('stolen_or_lost_card', 'Visa', '4000000000000127', { alias: true }),
  fails('stolen_or_lost_card', 'Visa', '4000000000000135', { alias: true }),
  fails('failed_processing', 'Visa', '4111111111120013'),
  fails('failed_processing', 'MasterCard', '5555551111190013'),
  fails('failed_processing', 'JCB', '3530111111170013'),
  fails('failed_processing', 'American Express', '377138160000009'),
  fails('failed_processing', 'Discover', '6447032400001111005'),
  fails('failed_processing', 'Diners Club', '36021042111108'),
  fails('failed_processing', 'UnionPay', '6250947000000030'),
  fails('failed_processing', 'Visa', '4000000000000119', { alias: true }),
  fails('payment_rejected', 'Visa', '4111111111110014'),
  fails('payment_rejected', 'MasterCard', '5555551111180014'),
  fails('payment_rejected', 'JCB', '3530111111160014'),
  fails('failed_fraud_check', 'Visa', '4111111111190016'),
  fails('failed_fraud_check', 'MasterCard', '5555551111160016'),
  fails('failed_fraud_check', 'JCB', '3530111111140016'),
  fails('invalid_account_number', 'Visa', '4111111111180017'),
  fails('invalid_account_number', 'MasterCard', '5555551111150017'),
  fails('invalid_account_number', 'JCB', '3530111111130017'),
  fails('invalid_security_code', 'Visa', '4111111111160001', { securityCodeCheck: false }),
  fails('invalid_security_code', 'MasterCard', '5555551111130001', { securityCodeCheck: false }),
  fails('invalid_security_code', 'JCB', '3530111111110001', { securityCodeCheck: false }),
  fails('payment_rejected', 'Visa', '4111111111150002', { step: 'enrolment' }),
  fails('payment_rejected', 'MasterCard', '5555551111120002', { step: 'enrolment' }),
  fails('payment_rejected', 'JCB', '3530111111100002', { step: 'enrolment' }),
  fails('payment_rejected', 'Visa', '4111111111140003', { step: 'validation' }),
  fails('payment_rejected', 'MasterCard', '5555551111110003', { step: 'validation' }),
  fails('payment_rejected', 'JCB', '3530111111190003', { step: 'validation' }),
]

export const payingTestCards = [
  { number: '4242424242424242', brand: 'Visa' },
  { number: '4111111111111111', brand: 'Visa' },
  { number: '5555555555554444', brand: 'MasterCard' },
  { number: '5454545454545454', brand: 'MasterCard' },
  { number: '3530111333300000', brand: 'JCB' },
  { number: '3566111111111113', brand: 'JCB' },
  { number: '378282246310005', brand: 'American Express' },
  { number: '6447032400000000001', brand: 'Discover' },
  { number: '36021042000004', brand: 'Diners Club' },
  { number: '6250947000000006', brand: 'UnionPay' },
] as const satisfies readonly { number: string; brand: TestCardSpec['brand'] }[]

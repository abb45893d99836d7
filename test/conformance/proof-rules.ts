/**
 * The rules that the specification states in sentences, with the tests that prove them: a file of test/ without its
 * ending, and titles as they stand there. A title that says a table has `%s` or `$name` in it, as in the file.
 */
export interface SpokenRule {
  readonly rule: string
  readonly says: string
  readonly proof: Readonly<Record<string, readonly string[]>>
}

const rule = (number: string, says: string, proof: SpokenRule['proof']): SpokenRule => ({
  rule: number,
  says,
  proof,
})

export const spokenRules: readonly SpokenRule[] = [
  rule('1 rule 1', 'forms and JSON are both read', {
    'properties/requests': [
      'equal parameters get the same answer and leave the same state, whichever way they came',
    ],
  }),
  rule('1 rule 2', 'test and live are apart', {
    'http/auth': ['test and live are two partitions with ids of their own (1, 5)'],
  }),
  rule('1 rule 3', 'a card, a code and a saved card are paid with', {
    'http/charges': [
      'with a token: paid at once, and the token is used up (2.2, 2.3)',
      'with the default card of a customer (4.2)',
    ],
    'http/sources': ['a QR source shows its code once it is charged, and the code is a picture'],
  }),
  rule('2.3', 'a token is used once', {
    'http/customers': ['a used token attaches nothing, whether it was charged or attached'],
  }),
  rule('2.4', 'a refund shows its charge', {
    'http/refunds': ['shows its charge as it is after the refund, and in that charge itself by id (2.4)'],
  }),
  rule('2.7', 'lists have a place of their own', {
    'http/lists': ['page like all others and carry their own path'],
  }),
  rule('2.8', 'a search result has its form', {
    'http/search': [
      'says what was asked and where it stands',
      'results keep their own object, newest first over all kinds',
    ],
  }),
  rule('2.9', 'errors add what they are about', {
    'conformance/errors': ['payment_declined adds the id of the charge that was kept'],
  }),
  rule('2.10', 'a webhook secret shows its value once', {
    'http/webhook-secrets': [
      'a new one shows its value once: base64 text of 32 bytes',
      'an account starts with one, whose value is not listed',
    ],
  }),
  rule('2.11', 'an account has settings', { 'http/account': ['shows its ids, money and default settings'] }),
  rule('3.1', 'money goes with a dispute, and comes back when it is won', {
    'http/disputes': ['%s: %i came back; transactions, newest first: %j'],
  }),
  rule('3.3', 'what is captured is not captured again, and only what was paid is refunded', {
    'conformance/transitions': ['$by of a $from charge ($standing): $refusal.code'],
  }),
  rule('4.1 rule 1', 'every list takes five parameters', {
    'conformance/lists': [
      '$param is $default when it is not given, and the answer says so',
      '$param is echoed when it is given',
    ],
  }),
  rule('4.1 rule 2', 'pages end where the records do', {
    'conformance/lists': ['limit $limit, offset $offset', 'a filter that matches nothing has a total of 0'],
  }),
  rule('4.1 rule 3', 'a limit above 100 is refused', {
    'conformance/lists': ['$param $given: $status $code'],
  }),
  rule('4.1 rule 4', 'the same key does nothing twice', {
    'http/idempotency': [
      'performs nothing and answers the stored status and body',
      'another key, and the same one in another case',
      'GET and DELETE ignore it (4.1 rule 4)',
      'for 24 hours by the clock, and then it is a new operation (8)',
      'has at most 255 characters',
    ],
  }),
  rule('4.1 rule 5', 'tokens are made at the vault', {
    'conformance/endpoints': ['$name is not answered by the other server'],
  }),
  rule('4.1 rule 6', 'what is not there is not found', {
    'http/auth': ['GET %s does not exist'],
    'http/isolation': ['an id of another account is not found, whichever operation it is given to'],
  }),
  rule('4.2 rule 1', 'refunds never exceed the charge, in part or at once, at any time', {
    'http/refunds': [
      'without an amount, all that is left',
      'the smallest is 1 subunit, and there may be many',
      'the sum of refunds never exceeds the charge (4.2 rule 1)',
      'there is no time limit',
    ],
  }),
  rule('4.2 rule 2', 'a refund is refused with its own codes', { 'http/refunds': ['%j is %s (4.2, 7.1)'] }),
  rule('4.2 rule 3', 'whether fees come back is a policy', {
    'http/refunds': ['but not the last of several'],
  }),
  rule('4.10 rule 1', 'words, phrases and fields are combined', {
    'http/search-language': ['query=%s', 'query and filters must both be met', 'an id is found as a whole'],
  }),
  rule('4.10 rule 2', 'booleans have several words', { 'conformance/scopes': ['$word is a $type'] }),
  rule('4.10 rule 3', 'ranges and dates, relative ones too', {
    'http/search-language': [
      'filters=%j',
      'relative dates are days of the virtual clock in UTC; weeks begin on Monday',
    ],
  }),
  rule('4.10 rule 4', 'amounts are in base units', { 'http/search-language': ['filters=%j'] }),
  rule('4.10 rule 5', 'metadata is no filter', {
    'conformance/scopes': ['$scope does not filter by metadata (rule 5)'],
  }),
  rule('4.10 rule 6', 'what is wrong is named, and the index may lag', {
    'http/search-refusals': ['%j: %s', 'every bad filter is named, as a form writes it'],
    'conformance/limits': ['$name holds at its edge'],
  }),
  rule('5 rule 1', 'the key is the name of Basic', { 'http/auth': ['takes %s', '%s'] }),
  rule('5 rule 2', 'each key has its operations', { 'conformance/endpoints': ['$name and a $kind key'] }),
  rule('5 rule 3', 'what is wrong with a key is told apart', {
    'conformance/auth': ['$case on $path: $status $code'],
  }),
  rule('5 rule 5', 'a header selects the version', {
    'http/versions': ['the header wins over the default'],
  }),
  rule('5.1', 'webhooks are signed, and the signature can be checked', {
    'webhooks/delivery': [
      'carries a signature of exactly its bytes, and when it was made',
      'during a rotation there are two, the newest first; a deleted secret signs nothing',
    ],
    'webhooks/signature': [
      'is the hex HMAC-SHA256 of timestamp, period and body, keyed with the text of the secret',
    ],
    'webhooks/refusals': ['after any change of a byte of the body'],
  }),
  rule('6 rule 1', 'the body of a webhook is the event', {
    'webhooks/delivery': ['is a POST of the event as JSON, without the deliveries of it'],
  }),
  rule('6 rule 2', 'deliveries are kept with their status', {
    'webhooks/retries': [
      'of %i is a delivery',
      'of %i is none, and it is tried again',
      '%s has the status null',
    ],
  }),
  rule('6 rule 3', 'deliveries can come twice and out of order', {
    'webhooks/faults': [
      'duplicates: the same event, so many times more, each with a signature of its own',
      'reorders: the next event overtakes',
    ],
  }),
  rule('6 rule 4', 'events are gone after 90 days', {
    'http/events': ['then they are gone from every list and answer 404'],
  }),
  rule('6 rule 5', 'events come with the changes of state', {
    'conformance/transitions': ['$from, $by: $to'],
  }),
  rule('7', 'minimum amounts', { 'conformance/limits': ['$name holds at its edge'] }),
  rule('9 rule 2', 'without a header it is the account’s version', {
    'http/versions': ['without a header it is the default of the account, in its own mode'],
  }),
  rule('9 rule 3', 'a pinned version stays as it is', {
    'conformance/versions': [
      '$version: $of',
      'every record can be read in %s with all its fields, or is younger',
    ],
  }),
  rule('9 rule 4', 'what a version lacks is 404', {
    'http/versions': ['an operation that is younger than the version is 404, and nothing happens'],
    'http/search-refusals': ['a scope that came later, %s, is serializer_not_found, found or not'],
  }),
]

#!/usr/bin/env bash
# A session with a subscription shop: its records, a sale, time that passes, a way back, and a fault.
# Run it beside its own sandbox:
#   npm install && npm start
set -euo pipefail

sandbox() { npx payment-sandbox "$@"; }
api() { curl -sS -u "$PAYMENT_SANDBOX_SECRET_KEY:" "$PAYMENT_SANDBOX_URL$1" "${@:2}"; }
control() { curl -sS "$PAYMENT_SANDBOX_URL/_sandbox$1" "${@:2}"; }
# The first value of this name in the input.
field() { sed -n "s/^ *\"$1\": \"\(.*\)\",*$/\1/p" | sed -n 1p; }
state=$(mktemp)
trap 'rm -f "$state"' EXIT

echo "customer   $(api /customers | field email)"

# Charge the card that the fixture saved, but only authorize it.
customer=$(api /customers | field id)
charge=$(api /charges -d amount=150000 -d currency=thb -d capture=false -d "customer=$customer" | field id)
echo "charge     $(api "/charges/$charge" | field status)"

# Keep this moment: the whole state, in a file.
sandbox snapshot save "$state" >&2

# An authorization expires after seven days: they pass at once.
sandbox clock advance 8d >&2
echo "8 days on  $(api "/charges/$charge" | field status)"

# Go back to that moment, and capture in time.
sandbox snapshot load "$state" >&2
api "/charges/$charge/capture" -X POST >/dev/null
echo "captured   $(api "/charges/$charge" | field status)"

# A fault refuses the next refund; the one after it works.
control /faults -d '{"method":"POST","path":"/charges/*/refunds","respond":{"status":503}}' >/dev/null
echo "refund     $(api "/charges/$charge/refunds" -d amount=50000 -o /dev/null -w '%{http_code}')"
echo "again      $(api "/charges/$charge/refunds" -d amount=50000 -o /dev/null -w '%{http_code}')"

# Add the records of a fixture, and list the events so far.
control /fixtures -d '{"name":"first-sale"}' >/dev/null
sandbox events | awk '{ print "event      " $3 }'

/**
 * The limit: what no server on node:http can do without. It reads a form, decodes it, builds a charge like one of ours,
 * writes it as JSON and answers. It keeps nothing, and checks neither the request nor the key.
 */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Charge } from '../../src/index'
import { serve } from './program'

export type LimitQuestion = { readonly do: 'listen'; readonly charge: Charge } | { readonly do: 'cpu' }

const decode = (text: string): Record<string, string> => {
  const form: Record<string, string> = {}
  for (const pair of text.split('&')) {
    const split = pair.indexOf('=')
    form[decodeURIComponent(pair.slice(0, split))] = decodeURIComponent(
      pair.slice(split + 1).replaceAll('+', ' '),
    )
  }
  return form
}

let made = 0
const newId = (prefix: string): string => {
  made += 1
  return `${prefix}_test_5xs2${String(made).padStart(15, '0')}`
}

/** One of ours, with what is new in this one. */
const chargeOf = (like: Charge, form: Record<string, string>) => {
  const id = newId('chrg')
  const amount = Number(form.amount)
  const now = new Date().toISOString()
  return {
    ...like,
    id,
    location: `/charges/${id}`,
    amount,
    authorized_amount: amount,
    captured_amount: amount,
    net: amount - 3906,
    funding_amount: amount,
    currency: form.currency,
    description: form.description,
    refunds: { ...like.refunds, location: `/charges/${id}/refunds`, to: now },
    metadata: { order_id: form['metadata[order_id]'] },
    card: { ...like.card, location: `/customers/${form.customer}/cards/${like.card?.id}`, created_at: now },
    customer: form.customer,
    transaction: newId('trxn'),
    created_at: now,
    paid_at: now,
    authorized_at: now,
    expires_at: now,
  }
}

const answer = (response: ServerResponse, charge: object): void => {
  const body = JSON.stringify(charge)
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

const serverLike = (charge: Charge) =>
  createServer((request, response) => {
    if (request.method === 'GET') return answer(response, charge)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(response, chargeOf(charge, decode(Buffer.concat(chunks).toString()))))
  })

serve(async (question: LimitQuestion): Promise<number> => {
  if (question.do === 'cpu') return process.cpuUsage().user + process.cpuUsage().system
  const server = serverLike(question.charge).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
})

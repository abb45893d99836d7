import * as z from 'zod/mini'
import { type Rows, rowsOf, sequenceOf } from '../../../kernel/collection'
import { keyedHash } from '../../../kernel/digest'
import { fail, failNotFound } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { metadata } from '../../../kernel/wire'
import type { World } from '../../world'
import { derivedId } from '../account/operations'
import type { WebhookSecretRow } from './model'

/**
 * The secret that an account starts with. It follows from the account and the mode, so that it needs no row until
 * something changes and is the same at every start (assumption `first-webhook-secret`).
 */
const firstSecret = (world: World): WebhookSecretRow => ({
  id: derivedId('whsec_', world),
  createdAt: world.account.createdAt,
  secret: firstSecretText(world.key),
  metadata: {},
  deleted: false,
})

/** @param world key of the account's world: `acct_…/test` */
const firstSecretText = (world: string): string => keyedHash('webhook secret', world)

/** The oldest secret in use; `null` where every one was deleted. Needs no world where none is in use. */
export const oldestSecret = (world: World | undefined, key: string): string | null =>
  world === undefined ? firstSecretText(key) : (webhookSecretsOf(world)[0]?.secret ?? null)

/** The secrets in use, oldest first. Every one of them signs. */
export const webhookSecretsOf = (world: World): readonly WebhookSecretRow[] =>
  world.webhookSecrets.length === 0
    ? [firstSecret(world)]
    : rowsOf(world.webhookSecrets).filter((row) => !row.deleted)

/** The secrets in use, as they are read one by one. */
export const secretRows = (world: World): Rows<WebhookSecretRow> => ({
  get: (id) => webhookSecretsOf(world).find((secret) => secret.id === id),
  get length() {
    return webhookSecretsOf(world).length
  },
  at: (position) => sequenceOf(webhookSecretsOf(world)).at(position),
})

/** Those that sign, newest first: the order of their signatures. */
export const signingSecretsOf = (world: World): readonly string[] =>
  webhookSecretsOf(world)
    .map(({ secret }) => secret)
    .reverse()

/** A secret that is being replaced or is deleted: the older of two, the last deleted one, or an invented one. */
export const formerSecretOf = (world: World): string => {
  const older = signingSecretsOf(world)[1]
  const deleted = rowsOf(world.webhookSecrets).findLast((row) => row.deleted)
  return older ?? deleted?.secret ?? keyedHash('former webhook secret', world.key)
}

const keepFirst = (world: World): void => {
  if (world.webhookSecrets.length === 0) world.webhookSecrets.insert(firstSecret(world))
}

/** Gives a new account a secret of the user's choice in place of the derived one. */
export const chooseFirstSecret = (world: World, secret: string): void =>
  void world.webhookSecrets.insert({ ...firstSecret(world), secret })

export const webhookSecretCreate = () => z.object({ metadata: z.optional(metadata()) })

/** Creates a second secret, so that receivers can switch before the old one is deleted (spec 5.1). */
export const createWebhookSecret = (
  world: World,
  input: z.output<ReturnType<typeof webhookSecretCreate>>,
): WebhookSecretRow => {
  if (webhookSecretsOf(world).length >= limits.webhookSecretsMax)
    throw fail('limit_reached', {}, 'maximum number of webhook secrets reached')
  // From here on nothing can fail.
  keepFirst(world)
  return world.webhookSecrets.insert({
    id: world.newBareId('whsec'),
    createdAt: world.now(),
    secret: world.newSecret(),
    metadata: input.metadata ?? {},
    deleted: false,
  })
}

/** Deletes a secret, so that it no longer signs. */
export const deleteWebhookSecret = (world: World, id: string): WebhookSecretRow => {
  if (!webhookSecretsOf(world).some((secret) => secret.id === id)) throw failNotFound('webhook secret', id)
  // From here on nothing can fail.
  keepFirst(world)
  const row = world.webhookSecrets.get(id)
  if (row === undefined) throw new Error(`${id} was not kept`)
  return world.webhookSecrets.update(row, { deleted: true })
}

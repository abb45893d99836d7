import { sequenceOf } from '../../../kernel/collection'
import { listInput } from '../../http/lists'
import { list, one, plain, route } from '../../http/route'
import { listSchema } from '../record'
import { resource } from '../resource'
import {
  createWebhookSecret,
  deleteWebhookSecret,
  secretRows,
  webhookSecretCreate,
  webhookSecretsOf,
} from './operations'
import { anySecretRecord, deletedSecretRecord, hiddenSecretRecord, webhookSecretRecord } from './record'

export const webhookSecret = resource({
  record: {
    shape: anySecretRecord,
    rows: (world) => world.webhookSecrets,
    reader: {
      name: 'webhookSecrets',
      rows: (world) => secretRows(world),
      shape: webhookSecretRecord,
    },
  },
  routes: [
    route({
      method: 'get',
      path: '/webhooks/secrets',
      summary: 'List the secrets that sign webhooks, without their values',
      spec: '4.8',
      input: listInput,
      returns: () => listSchema(hiddenSecretRecord.schema()),
      run: ({ world }) => list('webhook_secret', sequenceOf(webhookSecretsOf(world))),
    }),
    route({
      method: 'post',
      path: '/webhooks/secrets',
      summary: 'Make a further secret; its value is only shown here',
      spec: '4.8',
      input: () => webhookSecretCreate(),
      returns: () => webhookSecretRecord.schema(),
      errors: ['bad_request', 'limit_reached'],
      run: ({ world, input, renderContext }) =>
        plain(webhookSecretRecord.render(createWebhookSecret(world, input), null, renderContext)),
    }),
    route({
      method: 'delete',
      path: '/webhooks/secrets/:id',
      summary: 'Delete a secret; it signs nothing from then on',
      spec: '4.8',
      returns: () => deletedSecretRecord.schema(),
      errors: ['not_found'],
      run: ({ world, id }) => one('webhook_secret', deleteWebhookSecret(world, id)),
    }),
  ],
})

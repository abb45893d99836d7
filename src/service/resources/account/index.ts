import { type Call, plain, route } from '../../http/route'
import { transferFeeOf } from '../../ledger/fees'
import { resource } from '../resource'
import { accountIdOf, accountUpdate, changeSettings, settingsOf } from './operations'
import { accountRecord, systemRecord } from './record'

const show = ({ world, renderContext }: Pick<Call<unknown>, 'world' | 'renderContext'>) => {
  const { account } = world
  const { fee, feeVat } = transferFeeOf(account.currency)
  const facts = { id: accountIdOf(world), account, settings: settingsOf(world), transferFee: fee + feeVat }
  return plain(accountRecord.render(facts, null, renderContext))
}

export const account = resource({
  routes: [
    route({
      method: 'get',
      path: '/account',
      summary: 'Retrieve the account and its settings in this mode',
      spec: '4.8',
      returns: () => accountRecord.schema(),
      run: show,
    }),
    route({
      method: 'patch',
      path: '/account',
      summary: 'Change the settings of this mode: webhooks, default version, activation of recipients',
      spec: '4.8',
      input: () => accountUpdate(),
      examples: {
        webhooks: { summary: 'Where events go', value: { webhook_uri: 'http://127.0.0.1:3000/webhooks' } },
      },
      removable: ['webhook_uri', 'webhook_endpoints', 'chain_return_uri'],
      returns: () => accountRecord.schema(),
      errors: ['bad_request'],
      run: (call) => {
        changeSettings(call.world, call.input)
        return show(call)
      },
    }),
    // Assumption `paths-without-a-form`: versions have no paths.
    route({
      method: 'get',
      path: '/',
      host: 'both',
      key: 'none',
      summary: 'The versions of the API',
      spec: 'wire',
      returns: () => systemRecord.schema(),
      run: ({ renderContext }) => plain(systemRecord.render(null, null, renderContext)),
    }),
  ],
})

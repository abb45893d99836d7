import { type CommandTarget, type Topic, type TopicContent, type TopicName, topicTexts } from './content'
import { agentsTopic } from './topics/agents'
import { errorsTopic } from './topics/errors'
import { exploreTopic } from './topics/explore'
import { fidelityTopic } from './topics/fidelity'
import { interceptionTopic } from './topics/interception'
import { libraryTopic } from './topics/library'
import { apiTopic, controlTopic } from './topics/operations'
import { choicesTopic, optionsTopic } from './topics/options'
import { searchTopic } from './topics/search'
import { serverTopic } from './topics/server'
import { statesTopic } from './topics/states'
import { testCardsTopic } from './topics/test-cards'
import { webhooksTopic } from './topics/webhooks'

/** What the documentation describes: a sandbox, and the OpenAPI documents of its two planes. */
export interface DocsSource {
  readonly target: CommandTarget
  readonly service: () => object
  readonly control: () => object
}

const builders: { readonly [name in TopicName]: (source: DocsSource) => TopicContent } = {
  api: ({ service, target }) => apiTopic(service(), target),
  errors: ({ target }) => errorsTopic(target),
  states: statesTopic,
  'test-cards': ({ target }) => testCardsTopic(target),
  webhooks: webhooksTopic,
  search: searchTopic,
  control: ({ control }) => controlTopic(control()),
  options: optionsTopic,
  explore: exploreTopic,
  interception: interceptionTopic,
  library: libraryTopic,
  server: serverTopic,
  agents: ({ target }) => agentsTopic(target),
  choices: choicesTopic,
  fidelity: fidelityTopic,
}

export const topicOf = (name: TopicName, source: DocsSource): Topic => ({
  ...{ name, title: topicTexts[name].title },
  ...builders[name](source),
})

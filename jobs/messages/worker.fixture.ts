import { deliverMessages } from '#jobs/handlers/messages.ts'
import { runWorker } from '#tests/support/jobs/run-worker.ts'
import { composeAll } from '#tests/support/messaging/composed.ts'

runWorker({ 'message.deliver': deliverMessages({ compose: composeAll }) })

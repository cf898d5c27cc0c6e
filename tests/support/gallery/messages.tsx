import { MessagePage } from '#app/ui/page/MessagePage.tsx'
import { Timeline } from '#app/ui/page/Timeline.tsx'
import { Public, type Sample } from './frame.tsx'

export const messageSamples: Sample[] = [
  {
    name: 'payment-status',
    sheet: 'public',
    content: (
      <Public>
        <MessagePage
          tone="wait"
          title="We are waiting for your bank"
          text="If your account was debited, the payment will be found. Please do not pay again; this page knows more in a few minutes."
          actions={<a href="?">Refresh now</a>}
          detail="26010914-0234"
        />
        <Timeline
          items={[
            { title: 'Sent to Maybank2u', at: '2026-01-09T06:05:00Z' },
            { title: 'You came back from the bank', at: '2026-01-09T06:07:00Z' },
            { title: 'The bank has not answered yet', text: 'We ask again at 14:12.', tone: 'wait' },
            { title: 'Receipt', tone: 'draft' },
          ]}
        />
      </Public>
    ),
  },
  {
    name: 'not-found',
    sheet: 'public',
    content: (
      <Public name="Lunas">
        <MessagePage
          title="This page does not exist"
          text="The address may have been mistyped, or what was here has been removed."
          tone="off"
          actions={<a href="/">Go to the start page</a>}
        />
      </Public>
    ),
  },
  {
    name: 'failed',
    sheet: 'public',
    content: (
      <Public>
        <MessagePage
          title="Unexpected error"
          text="This is our fault, not yours, and nothing was changed. Please try again; if it happens once more, send us the reference below."
          tone="bad"
          actions={<a href="/">Go to the start page</a>}
          detail="01JH7Z3M8K"
        />
      </Public>
    ),
  },
]

import type { SubscriptionEntry } from '@app/api/schemas/subscriptions.ts'

export type OfferedChannel = SubscriptionEntry['channel']

/** How a channel of subscriptions is offered. */
interface Offer {
  title: string
  /** Name of the list, and what loads, in running text. */
  label: string
  what: string
  introduction: string
  /** Asks for a URL to which a code is posted; null: this browser itself is subscribed. */
  form: { label: string; placeholder: string; action: string; failure: string } | null
}

export const OFFERED_CHANNELS: Readonly<Record<OfferedChannel, Offer>> = {
  push: {
    title: 'Notifications of this browser',
    label: 'Browsers',
    what: 'notifications',
    introduction:
      'This browser shows a notification when something changes for your watched wallets, also while this page is closed. It says on the lock screen only that something changed.',
    form: null,
  },
  chat: {
    title: 'Discord and Slack',
    label: 'Chats',
    what: 'chats',
    introduction:
      'Each notice about your watched wallets is posted to a channel of Discord or Slack. Create a webhook in the settings of the channel, and paste its URL here: a code is posted there, which you type back.',
    form: {
      label: 'Webhook URL of a channel',
      placeholder: 'https://discord.com/api/webhooks/...',
      action: 'Add chat',
      failure: 'Failed to add the chat',
    },
  },
}

-- When the receiver of a subscription answered 410 (Gone), which ended it until it is confirmed again.
alter table alert_subscription add column gone_at timestamptz;

-- A webhook becomes one of several channels: a subscription says where its owner is told besides the inbox.
alter table alert_webhook rename to alert_subscription;
alter table alert_subscription add column channel text not null default 'webhook';
alter table alert_subscription alter column channel drop default;

alter table alert_replaced_secret rename column webhook_id to subscription_id;

-- With its channel, where a delivery goes: the number of a subscription, null for the inbox.
alter table alert_delivery rename column webhook_id to target_id;
alter table alert_delivery drop constraint alert_delivery_channel_check;
alter table alert_delivery drop constraint alert_delivery_check;
alter table alert_delivery add constraint alert_delivery_target check ((channel = 'inbox') = (target_id is null));
alter index alert_delivery_by_webhook rename to alert_delivery_by_target;

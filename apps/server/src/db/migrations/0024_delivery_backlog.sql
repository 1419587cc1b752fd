-- For the metrics, which ask every few seconds what is on its way and what was given up.
create index alert_delivery_on_its_way on alert_delivery (created_at) where status in ('requested', 'waiting');
create index alert_delivery_dead on alert_delivery (attempted_at) where status = 'dead';

-- A signed message is sent once by its sequence number, and a report of a visitor is one: no request is named any more.
drop table user_idempotency_key;

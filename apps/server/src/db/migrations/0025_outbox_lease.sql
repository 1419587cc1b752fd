-- Who may change what the outbox stores: a step takes the next number, and every write of the step checks it. A process
-- that was slow, and lost the lock of the outbox to another, then completes nothing.
create table agent_outbox_lease (
  is_only boolean primary key default true check (is_only),
  token bigint not null
);

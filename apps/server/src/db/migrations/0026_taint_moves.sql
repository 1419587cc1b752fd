-- Accounts whose new taint level has not reached the pairs of all their counterparties yet: up to which
-- counterparty, in order of address, it has.
create table chain_taint_move (
  address text primary key,
  reached text not null
);

-- Up to which label change the levels are computed; `seq`: up to which they have also reached all pairs.
alter table chain_label_cursor add column levels_seq bigint not null default 0;
update chain_label_cursor set levels_seq = seq;

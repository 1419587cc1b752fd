-- Announced rechecks are read from the indexed events: those about which there is no action are due.
drop table agent_recheck_cursor;
create index chain_contract_event_recheck on chain_contract_event (height) where type = 'DharmaRecheck.RecheckDue';

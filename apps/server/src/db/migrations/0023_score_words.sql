-- The judgement in words; null in scores of versions before 1.3.0, which are computed again when they are asked for.
alter table score_result
  add column verdict text,
  add column findings jsonb;

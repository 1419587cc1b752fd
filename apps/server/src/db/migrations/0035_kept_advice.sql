-- What a kept answer advises, as JSON: beside the rest, because nobody is advised while a flag stands.
alter table score_answer add column improve text;

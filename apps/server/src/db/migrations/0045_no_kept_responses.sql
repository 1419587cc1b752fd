-- Responses with scores are built from the score, and kept in the memory of the API.
drop table score_answer;

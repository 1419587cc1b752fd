package mutants

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/onflow/cadence/parser"
)

// inFunction returns a contract with the statements in a function, starting at line 4.
func inFunction(statements string) []byte {
	return []byte("access(all) contract C { access(all) entitlement A; access(all) entitlement B\n    access(all) resource R {\n        access(all) fun f() {\n" + statements + "\n        }\n    }\n}\n")
}

func describe(t *testing.T, source []byte) []string {
	t.Helper()
	generated, err := Generate(source)
	if err != nil {
		t.Fatal(err)
	}
	var described []string
	for _, m := range generated {
		described = append(described, strings.TrimSpace(fmt.Sprintf("%s: %s -> %s", m.Operator, m.Original, m.Replacement)))
	}
	return described
}

func TestEachOperatorChangesItsPlace(t *testing.T) {
	for statement, want := range map[string][]string{
		"let a = 24":    {"constant more: 24 -> 25", "constant less: 24 -> 23"},
		"let a = 0":     {"constant more: 0 -> 1"},
		"let a = 0xff":  {"constant more: 0xff -> 256", "constant less: 0xff -> 254"},
		"let a = 2.50":  {"constant more: 2.50 -> 3.50", "constant less: 2.50 -> 1.50"},
		"let a = 0.05":  {"constant more: 0.05 -> 0.06", "constant less: 0.05 -> 0.04"},
		"let a = 0.0":   {"constant more: 0.0 -> 0.1"},
		"let c = a < b": {"condition true: a < b -> true", "condition false: a < b -> false", "operator turned: < -> <="},
		"let c = a >= b": {
			"condition true: a >= b -> true", "condition false: a >= b -> false", "operator turned: >= -> >",
		},
		"let c = a == b": {"condition true: a == b -> true", "condition false: a == b -> false", "operator turned: == -> !="},
		"call(a == b)":   {"statement dropped: call(a == b) ->", "operator turned: == -> !="},
		"let c = a + b":  {"operator turned: + -> -"},
		"let c = a % b":  {"operator turned: % -> *"},
		"let c = a /* < */ < b": {
			"condition true: a /* < */ < b -> true", "condition false: a /* < */ < b -> false", "operator turned: < -> <=",
		},
		"let c = a && b": {"operand dropped: a -> true", "operator turned: && -> ||", "operand dropped: b -> true"},
		"let c = a || b": {"operand dropped: a -> false", "operator turned: || -> &&", "operand dropped: b -> false"},
		"let c = !a":     {"negation dropped: ! ->"},
		"a.b = c":        {"statement dropped: a.b = c ->"},
		"a <-> b":        {"statement dropped: a <-> b ->"},
		"emit E()":       {"statement dropped: emit E() ->"},
		"call(a)":        {"statement dropped: call(a) ->"},
		"return":         {"statement dropped: return ->"},
		"return a":       nil,
		"let c = a ? b : d": {
			"condition true: a -> true", "condition false: a -> false",
		},
		"if a { return b }":                             {"condition true: a -> true", "condition false: a -> false"},
		"while a { let b = c }":                         {"condition true: a -> true", "condition false: a -> false"},
		"if let a = b { let c = a }":                    {"guard dropped: if let a = b { let c = a } ->"},
		"if let a = b { let c = a } else { let d = b }": nil,
		"let a = true":                                  {"constant flipped: true -> false"},
		"let a = false":                                 {"constant flipped: false -> true"},
		"let a = b as! auth(A) &T": {
			"authorization dropped: auth(A)  ->", "entitlement swapped: auth(A) -> auth(B)",
		},
		"let a: Capability<auth(A, B) &T>? = nil": {
			"authorization dropped: auth(A, B)  ->", "entitlement dropped: auth(A, B) -> auth(B)", "entitlement dropped: auth(A, B) -> auth(A)",
		},
		"let a: auth(Storage) &Account = b": {
			"authorization dropped: auth(Storage)  ->",
			"entitlement swapped: auth(Storage) -> auth(A)", "entitlement swapped: auth(Storage) -> auth(B)",
		},
	} {
		t.Run(statement, func(t *testing.T) {
			if got := describe(t, inFunction(statement)); !slices.Equal(got, want) {
				t.Fatalf("mutants are\n%s", strings.Join(got, "\n"))
			}
		})
	}
}

func TestTheAnswersOfAFunctionAreReplacedByItsType(t *testing.T) {
	for function, want := range map[string][]string{
		"view fun f(): Bool { return self.a.isB() }": {"answer true: self.a.isB() -> true", "answer false: self.a.isB() -> false"},
		"view fun f(): Bool { return self.a?.isB() ?? false }": {
			"answer true: self.a?.isB() ?? false -> true", "answer false: self.a?.isB() ?? false -> false",
			"constant flipped: false -> true",
		},
		"view fun f(): Bool { return a == b }": {
			"answer true: a == b -> true", "answer false: a == b -> false", "operator turned: == -> !=",
		},
		"view fun f(): Bool { return a && b }": {
			"operand dropped: a -> true", "operator turned: && -> ||", "operand dropped: b -> true",
		},
		"view fun f(): Bool { return true }":               {"constant flipped: true -> false"},
		"view fun f(): String? { return self.a.reason() }": {"answer dropped: self.a.reason() -> nil"},
		"view fun f(): String? { return nil }":             nil,
		"view fun f(): Int { return self.a }":              nil,
		"view fun f() { if let a = b { panic(a) } }": {
			"guard dropped: if let a = b { panic(a) } ->", "statement dropped: panic(a) ->",
		},
		"view fun f(): String? { g(view fun (): Bool { return a }) }": {
			"statement dropped: g(view fun (): Bool { return a }) ->",
		},
	} {
		source := []byte("access(all) contract C {\n    access(all) " + function + "\n}\n")
		if got := describe(t, source); !slices.Equal(got, want) {
			t.Errorf("mutants of %s are\n%s", function, strings.Join(got, "\n"))
		}
	}
}

func TestAccessIsWidenedAndEntitlementsAreSwapped(t *testing.T) {
	for member, want := range map[string][]string{
		"access(all) fun f()":     nil,
		"access(all) var a: Int":  nil,
		"access(self) fun f()":    {"access widened: access(self) -> access(all)"},
		"access(self) var a: Int": {"access widened: access(self) -> access(all)"},
		"access(account) fun f()": {"access widened: access(account) -> access(all)"},
		"access(contract) var a: Int": {
			"access widened: access(contract) -> access(all)", "access widened: access(contract) -> access(account)",
		},
		"access(A) view fun f()": {"access widened: access(A) -> access(all)", "entitlement swapped: access(A) -> access(B)"},
		"access(A | B) fun f()": {
			"access widened: access(A | B) -> access(all)", "entitlement dropped: access(A | B) -> access(B)",
			"entitlement dropped: access(A | B) -> access(A)",
		},
	} {
		source := []byte("access(all) contract C {\n    access(all) entitlement A\n    access(all) entitlement B\n" +
			"    access(all) resource interface I {\n        /// Says (something).\n        " + member + "\n    }\n}\n")
		if got := describe(t, source); !slices.Equal(got, want) {
			t.Errorf("mutants of %s are\n%s", member, strings.Join(got, "\n"))
		}
	}
}

func TestTheHeadOfAFunctionRunsWithItsBodyAndAFieldWithTheInitializer(t *testing.T) {
	source := []byte(`access(all) contract C {
    access(self) let a: Int
    access(self) fun f() {
        g()
    }
    access(self) fun h() {
        pre {
            i()
        }
    }
    init() {
        self.a = b
    }
}
`)
	generated, err := Generate(source)
	if err != nil {
		t.Fatal(err)
	}
	var lines []int
	for _, m := range generated {
		if m.ChangesTypes() {
			lines = append(lines, m.RunsAt)
		}
	}
	if want := []int{12, 4, 8}; !slices.Equal(lines, want) {
		t.Fatalf("the lines are %v, not %v", lines, want)
	}
}

func TestOperandsOfAChainAreDroppedOneByOne(t *testing.T) {
	got := describe(t, inFunction("let d = a && b && c"))
	got = slices.DeleteFunc(got, func(m string) bool { return !strings.HasPrefix(m, "operand") })
	want := []string{"operand dropped: a -> true", "operand dropped: b -> true", "operand dropped: c -> true"}
	if !slices.Equal(got, want) {
		t.Fatalf("mutants are %q", got)
	}
}

func TestConditionsAreDroppedAndTheirTextsAreLeft(t *testing.T) {
	source := []byte(`access(all) contract C {
    access(all) fun f(a: Int) {
        pre {
            a > b: "\(a + 1) is too little"
        }
        post {
            emit E(a: 2)
        }
        assert(a != c, message: "not ".concat((a + 1).toString()))
        panic("at ".concat((a + 1).toString()))
    }
}
`)
	want := []string{
		"condition dropped: a > b -> true",
		"operator turned: > -> >=",
		"statement dropped: emit E(a: 2) ->",
		"constant more: 2 -> 3",
		"constant less: 2 -> 1",
		`statement dropped: assert(a != c, message: "not ".concat((a + 1).toString())) ->`,
		"operator turned: != -> ==",
		`statement dropped: panic("at ".concat((a + 1).toString())) ->`,
	}
	if got := describe(t, source); !slices.Equal(got, want) {
		t.Fatalf("mutants are\n%s", strings.Join(got, "\n"))
	}
}

func TestEveryMutantParsesAndKeepsTheNumbersOfLines(t *testing.T) {
	source := inFunction(`            if (a) && ((b) || !(c)) {
                emit E(
                    a: (1 + 2) * 3,
                    b: "a ) in a text \( f("(") )"
                )
            }
            let d = ((a) ? b : c) == (e) // )
            (a as! B).call()`)
	generated, err := Generate(source)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range generated {
		changed := m.Apply(source)
		if _, err := parser.ParseProgram(nil, changed, parser.Config{}); err != nil {
			t.Errorf("%s of %q in line %d does not parse: %v\n%s", m.Operator, m.Original, m.Line, err, changed)
		}
		if strings.Count(string(changed), "\n") != strings.Count(string(source), "\n") {
			t.Errorf("%s of %q changes the numbers of lines", m.Operator, m.Original)
		}
	}
}

func TestAMutantKnowsItsPlaceAndTheLineThatRunsIt(t *testing.T) {
	source := inFunction("            emit E(\n                a: 1,\n                b: a == c\n            )")
	generated, err := Generate(source)
	if err != nil {
		t.Fatal(err)
	}
	last := generated[len(generated)-1]
	if last.Line != 6 || last.Column != 22 || last.RunsAt != 4 || last.Place != "R.f" {
		t.Fatalf("the mutant is %+v", last)
	}
}

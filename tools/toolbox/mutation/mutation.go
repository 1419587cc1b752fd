// Package mutation runs the mutants of contracts against the Cadence tests.
package mutation

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"

	"dharma-guard/toolbox/cadencetest"
	"dharma-guard/toolbox/flowjson"
	"dharma-guard/toolbox/surface"
)

// mutationOptions holds the flags of `toolbox mutate`.
type mutationOptions struct {
	flowJSON, tests, skipTests, state, exclusions, contract string
	sample, workers, maxFiles                               int
	seed                                                    uint64
	onlyList, isWorker                                      bool
	contracts                                               []string
}

// Run makes small changes to contracts and counts which of them the tests detect.
func Run(args []string) error {
	options, err := parseMutationOptions(args)
	if err != nil {
		return err
	}
	if options.isWorker {
		return runMutationWorker(options.flowJSON)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = runCampaign(ctx, options)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; the next run continues here")
	}
	return err
}

func runCampaign(ctx context.Context, options mutationOptions) error {
	selected, err := selectMutants(options)
	if err != nil {
		return err
	}
	if options.onlyList {
		selected.print()
		return nil
	}
	fmt.Printf("%d of %d mutants, %d excluded, --seed %d\n", len(selected.kept), selected.all, len(selected.excluded), options.seed)
	campaign, err := newCampaign(ctx, options)
	if err != nil {
		return err
	}
	defer campaign.close()
	results, err := campaign.run(ctx, selected.kept)
	if err != nil {
		return err
	}
	return report{options: options, selected: selected, results: results}.print()
}

func parseMutationOptions(args []string) (mutationOptions, error) {
	var options mutationOptions
	flags := flag.NewFlagSet("toolbox mutate", flag.ContinueOnError)
	flags.StringVar(&options.flowJSON, "flow-json", "flow.json", "the file that names contracts and their addresses")
	flags.StringVar(&options.tests, "tests", "tests", "the directory of the test files")
	flags.StringVar(&options.skipTests, "skip-tests", "", "no test file whose name matches this regular expression")
	flags.StringVar(&options.state, "state", ".mutation", "the directory that keeps what is known between runs")
	flags.StringVar(&options.exclusions, "exclusions", "mutation-exclusions.json", "the mutants that count for nothing, with reasons")
	flags.StringVar(&options.contract, "contract", "", "only contracts whose name matches this regular expression")
	flags.IntVar(&options.sample, "sample", 0, "only so many mutants, chosen by chance (0: all)")
	flags.Uint64Var(&options.seed, "seed", 0, "the seed of the choice and of the order (0: a fresh one)")
	flags.IntVar(&options.workers, "workers", 0, "how many files run at once (0: as many as there are processors)")
	flags.IntVar(&options.maxFiles, "files", 0, "how many test files a mutant runs with at most, the likeliest first (0: all that run its line)")
	flags.BoolVar(&options.onlyList, "list", false, "print the mutants and run nothing")
	flags.BoolVar(&options.isWorker, "worker", false, "run test files for another toolbox mutate")
	err := flags.Parse(args)
	if err == nil && flags.NArg() == 0 && !options.isWorker {
		err = fmt.Errorf("name the files of the contracts to change")
	}
	options.contracts = flags.Args()
	options.state = filepath.Join(options.state, "v"+stateVersion)
	if options.seed == 0 {
		options.seed = cadencetest.NewSeed()
	}
	return options, err
}

// selection is the set of mutants to run.
type selection struct {
	kept, excluded []candidate
	all            int // mutants of the selected contracts, including excluded ones
	sourcesHash    string
}

func selectMutants(options mutationOptions) (*selection, error) {
	project, err := flowjson.ReadProject(options.flowJSON)
	if err != nil {
		return nil, err
	}
	contracts, err := readMutatedContracts(project, options.contracts)
	if err != nil {
		return nil, err
	}
	// What the mutants are compared with has to be true of the contracts themselves.
	if len(project.ListProduct()) > 0 {
		if err := surface.Check(project, filepath.Join(filepath.Dir(options.flowJSON), surface.GoldenName)); err != nil {
			return nil, err
		}
	}
	reasons, err := readExclusions(options.exclusions)
	if err != nil {
		return nil, err
	}
	all, err := listCandidates(project, contracts)
	if err != nil {
		return nil, err
	}
	kept, excluded, err := exclude(all, reasons)
	if err != nil {
		return nil, err
	}
	selected := &selection{kept: kept, excluded: excluded, sourcesHash: hashSources(filepath.Dir(options.flowJSON), contracts)}
	return selected, selected.filterAndSample(options)
}

// filterAndSample selects the contracts and the sample. The order is random, so that the estimate of the remaining
// time is as accurate at the start as later.
func (s *selection) filterAndSample(options mutationOptions) error {
	wanted, err := regexp.Compile(options.contract)
	if err != nil {
		return fmt.Errorf("--contract %q is not a regular expression: %w", options.contract, err)
	}
	s.kept = filterContracts(s.kept, wanted)
	s.excluded = filterContracts(s.excluded, wanted)
	s.all = len(s.kept) + len(s.excluded)
	random := rand.New(rand.NewPCG(options.seed, 0))
	random.Shuffle(len(s.kept), func(i, j int) { s.kept[i], s.kept[j] = s.kept[j], s.kept[i] })
	if options.sample > 0 && options.sample < len(s.kept) {
		s.kept = s.kept[:options.sample]
	}
	return nil
}

func filterContracts(candidates []candidate, wanted *regexp.Regexp) []candidate {
	var filtered []candidate
	for _, c := range candidates {
		if wanted.MatchString(c.name) {
			filtered = append(filtered, c)
		}
	}
	return filtered
}

func (s *selection) print() {
	for _, mutant := range s.kept {
		fmt.Println(mutant)
	}
	fmt.Printf("%d mutants, %d excluded\n", len(s.kept), len(s.excluded))
}

package org.hybridlab.config.file;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.AppFacts;

/**
 * @param lab empty if a problem is an error
 * @param problems errors and warnings, in the order of the file
 * @param apps in the order of the lab's apps
 */
public record LabReading(Optional<Lab> lab, List<Problem> problems, List<AppFacts> apps) {
    public LabReading {
        problems = List.copyOf(problems);
        apps = List.copyOf(apps);
    }

    public List<Problem> errors() {
        return problems.stream().filter(Problem::isError).toList();
    }

    public List<Problem> warnings() {
        return problems.stream().filter(problem -> !problem.isError()).toList();
    }

    /** @throws LabException {@code lab-file-wrong} (exit 2) with every error */
    public Lab orThrow() {
        return lab.orElseThrow(this::failure);
    }

    private LabException failure() {
        LabException failure = LabException.invalid("lab-file-wrong",
                "The lab file has %d error%s.".formatted(errors().size(), errors().size() == 1 ? "" : "s"),
                "Fix the lab file; `hybridlab validate LAB` looks at it without starting anything.")
                .because(errors().stream().map(Problem::text).collect(Collectors.joining("\n")));
        return errors().stream().findFirst().map(first -> failure.at(first.place())).orElse(failure);
    }
}

package org.hybridlab.cli.command;

import java.util.List;

import org.hybridlab.common.process.Cancellation;
import org.hybridlab.service.lifecycle.StandingLab;

/** The shape of {@code --output json} of commands that stop machines: their states afterwards, asked now. */
public record PowerSummary(String lab, List<Machine> machines) {
    /** One machine. @param state the provider's word */
    public record Machine(String machine, String state) {
    }

    static PowerSummary of(StandingLab lab, Cancellation cancellation) {
        return new PowerSummary(lab.name(), lab.created().states(cancellation).byName().entrySet().stream()
                .map(one -> new Machine(one.getKey(), one.getValue().word())).toList());
    }
}

package org.hybridlab.cli.command;

import java.util.Optional;

import org.hybridlab.cli.support.CommandResult;
import org.hybridlab.cli.support.DocumentKind;
import org.hybridlab.cli.support.LabArgument;
import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.SessionCommand;
import org.hybridlab.service.box.BoxPackageService;
import org.hybridlab.service.box.BoxPackageService.PackagedBox;
import org.hybridlab.service.context.ServiceResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "package",
        description = "Make a box of a prepared Windows machine: later labs skip features and reboot.",
        footer = "  hybridlab box package first-hybrid win --name win-2022")
public final class BoxPackageCommand extends SessionCommand {
    @Mixin
    private LabArgument lab;
    @Parameters(index = "1", paramLabel = "MACHINE", description = "A Windows machine of a lab that is up.")
    private String machine;
    @Option(names = "--name", paramLabel = "NAME",
            description = "Lab files will call it hybridlab/NAME. Without it: the lab's name and the machine's.")
    private String name;

    @Override
    public CommandResult call() {
        ServiceResult<PackagedBox> result = new BoxPackageService(context()).of(lab.named(session), machine,
                Optional.ofNullable(name), this::confirm);
        result.done().ifPresent(box -> {
            say("In a lab file: - {name: %s, os: windows, build: %d, box: %s}".formatted(machine, box.build(),
                    box.name()));
            say("%s is off, and no node of %s: `hybridlab up %s` brings it back.".formatted(machine, lab.word(),
                    lab.word()));
        });
        return CommandResult.of(DocumentKind.BOX_PACKAGE, result, PackagedBox::name);
    }

    private void confirm(String box) {
        new Question(session).meant(
                "Packaging takes %s out of its cluster and switches it off, which".formatted(machine),
                "Take %s out of the cluster of %s, switch it off, and make the box %s of it?".formatted(machine,
                        lab.word(), box), "Nothing was changed.");
    }
}

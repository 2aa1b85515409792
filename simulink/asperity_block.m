function block = asperity_block(system, fmu, name)
%ASPERITY_BLOCK  Adds a contact to a Simulink system: the FMU with one bus per body and a mask.
%   block = asperity_block(system, fmu)         system: a model or subsystem that is open; fmu: path of Asperity.fmu
%   block = asperity_block(system, fmu, name)   name: of the new subsystem, 'Asperity' unless told
%
%   Inputs are buses, each with its signals in the order of modelDescription.xml: bodyI, bodyJ (position, orientation, velocity,
%   angularVelocity), contact (what is left). Outputs likewise: bodyI, bodyJ (force, torque), contact. A tab of the mask holds the parameters
%   that have one prefix, as friction.mu_S, with their descriptions, ranges and choices.
%
%   Not tried in Simulink.

if nargin < 3
    name = 'Asperity';
end
if ~isfile(fmu)
    error('asperity:file', 'There is no file %s.', fmu);
end
variables = read_variables(fmu);
block = add_block('built-in/Subsystem', [system '/' name], 'MakeNameUnique', 'on');
inner = [getfullname(block) '/FMU'];
add_block('simulink_extras/FMU Import/FMU', inner);
set_param(inner, 'FMUName', fmu);

inputs = variables(strcmp({variables.causality}, 'input'));
outputs = variables(strcmp({variables.causality}, 'output'));
ports = get_param(inner, 'Ports');
check_ports('inputs', ports(1), inputs);
check_ports('outputs', ports(2), outputs);
wire_inputs(block, inputs, ports(1));
wire_outputs(block, outputs, ports(2));
add_mask(block, inner, variables(strcmp({variables.causality}, 'parameter')));
end

function variables = read_variables(fmu)
% The variables of modelDescription.xml, vectors as one with their width, in its order.
folder = tempname;
unzip(fmu, folder);
remove = onCleanup(@() rmdir(folder, 's'));
document = xmlread(fullfile(folder, 'modelDescription.xml'));
scalars = document.getElementsByTagName('ScalarVariable');
variables = struct('name', {}, 'width', {}, 'causality', {}, 'description', {}, 'start', {}, 'items', {});
for k = 0:scalars.getLength - 1
    scalar = scalars.item(k);
    name = regexprep(char(scalar.getAttribute('name')), '\[\d+\]$', '');
    if ~isempty(variables) && strcmp(variables(end).name, name)
        variables(end).width = variables(end).width + 1;
        variables(end).start{end + 1} = start_of(scalar);
        continue
    end
    variable.name = name;
    variable.width = 1;
    variable.causality = char(scalar.getAttribute('causality'));
    variable.description = char(scalar.getAttribute('description'));
    variable.start = {start_of(scalar)};
    variable.items = items_of(document, scalar);
    variables(end + 1) = variable; %#ok<AGROW>
end
end

function start = start_of(scalar)
start = '';
for type = {'Real', 'Integer', 'Boolean', 'Enumeration'}
    found = scalar.getElementsByTagName(type{1});
    if found.getLength > 0
        start = char(found.item(0).getAttribute('start'));
    end
end
end

function items = items_of(document, scalar)
% Names of the items of an enumeration; empty for any other type.
items = {};
found = scalar.getElementsByTagName('Enumeration');
if found.getLength == 0
    return
end
wanted = char(found.item(0).getAttribute('declaredType'));
types = document.getElementsByTagName('SimpleType');
for k = 0:types.getLength - 1
    if strcmp(char(types.item(k).getAttribute('name')), wanted)
        listed = types.item(k).getElementsByTagName('Item');
        for n = 0:listed.getLength - 1
            items{end + 1} = char(listed.item(n).getAttribute('name')); %#ok<AGROW>
        end
    end
end
end

function check_ports(what, count, variables)
% Simulink shows each element as a port, or each vector.
if count ~= sum([variables.width]) && count ~= numel(variables)
    error('asperity:ports', 'The FMU block has %d %s; its description has %d, of %d elements. Is it another FMU?', ...
          count, what, numel(variables), sum([variables.width]));
end
end

function buses = group(variables)
% Buses with the variables in them: those whose name ends with the letter of a body are that body's.
buses = struct('name', {'bodyI', 'bodyJ', 'contact'}, 'variables', {[]});
for k = 1:numel(variables)
    of = find('IJ' == variables(k).name(end), 1);
    if isempty(of)
        of = 3;
    end
    buses(of).variables(end + 1) = k;
end
buses = buses(~cellfun(@isempty, {buses.variables}));
end

function wire_inputs(block, variables, count)
at = getfullname(block);
ports = first_ports(variables, count);
for bus = group(variables)
    add_block('built-in/Inport', [at '/' bus.name]);
    add_block('simulink/Signal Routing/Bus Selector', [at '/of ' bus.name], ...
              'OutputSignals', strjoin({variables(bus.variables).name}, ','));
    add_line(at, [bus.name '/1'], ['of ' bus.name '/1']);
    for k = 1:numel(bus.variables)
        variable = variables(bus.variables(k));
        port = ports(bus.variables(k));
        source = sprintf('of %s/%d', bus.name, k);
        if variable.width == 1 || count == numel(variables)
            add_line(at, source, sprintf('FMU/%d', port));
            continue
        end
        split = ['split ' variable.name];
        add_block('built-in/Demux', [at '/' split], 'Outputs', num2str(variable.width));
        add_line(at, source, [split '/1']);
        for element = 1:variable.width
            add_line(at, sprintf('%s/%d', split, element), sprintf('FMU/%d', port + element - 1));
        end
    end
end
end

function wire_outputs(block, variables, count)
at = getfullname(block);
ports = first_ports(variables, count);
for bus = group(variables)
    creator = ['to ' bus.name];
    add_block('simulink/Signal Routing/Bus Creator', [at '/' creator], 'Inputs', num2str(numel(bus.variables)));
    % an input has the name already
    add_block('built-in/Outport', [at '/' bus.name ' out']);
    add_line(at, [creator '/1'], [bus.name ' out/1']);
    for k = 1:numel(bus.variables)
        variable = variables(bus.variables(k));
        port = ports(bus.variables(k));
        source = sprintf('FMU/%d', port);
        if variable.width > 1 && count ~= numel(variables)
            join = ['join ' variable.name];
            add_block('built-in/Mux', [at '/' join], 'Inputs', num2str(variable.width));
            for element = 1:variable.width
                add_line(at, sprintf('FMU/%d', port + element - 1), sprintf('%s/%d', join, element));
            end
            source = [join '/1'];
        end
        line = add_line(at, source, sprintf('%s/%d', creator, k));
        set_param(line, 'Name', variable.name);
    end
end
end

function ports = first_ports(variables, count)
% The port of the first element of each variable.
if count == numel(variables)
    ports = 1:count;
else
    ports = cumsum([1, variables(1:end - 1).width]);
end
end

function add_mask(block, inner, parameters)
% A tab for each prefix; what is set in the mask is handed on to the FMU block.
mask = Simulink.Mask.create(block);
tabs = mask.addDialogControl('tabcontainer', 'tabs');
prefixes = regexprep({parameters.name}, '\..*$', '');
for prefix = unique(prefixes, 'stable')
    tab = tabs.addDialogControl('tab', prefix{1});
    tab.Prompt = prefix{1};
end
known = fieldnames(get_param(inner, 'DialogParameters'));
plain = @(text) lower(regexprep(text, '[^A-Za-z0-9]', ''));
hand_on = {};
for k = 1:numel(parameters)
    parameter = parameters(k);
    name = matlab.lang.makeValidName(strrep(parameter.name, '.', '_'));
    options = {'Name', name, 'Prompt', [parameter.name ': ' parameter.description], 'Container', prefixes{k}};
    if ~isempty(parameter.items)
        mask.addParameter('Type', 'popup', options{:}, 'TypeOptions', parameter.items, ...
                          'Value', parameter.items{str2double(parameter.start{1})}, 'Evaluate', 'on');
    elseif any(strcmp(parameter.start{1}, {'true', 'false'}))
        mask.addParameter('Type', 'checkbox', options{:}, 'Value', strrep(strrep(parameter.start{1}, 'true', 'on'), 'false', 'off'));
    else
        mask.addParameter('Type', 'edit', options{:}, 'Value', ['[' strjoin(parameter.start, ' ') ']']);
    end
    of = known(strcmp(cellfun(plain, known, 'UniformOutput', false), plain(parameter.name)));
    if ~isempty(of)
        hand_on{end + 1} = sprintf('set_param([gcb ''/FMU''], ''%s'', mat2str(%s));', of{1}, name); %#ok<AGROW>
    end
end
mask.Initialization = strjoin(hand_on, newline);
end
